"""Names of people: common given and family names, and what looks like a full name.

The lists were written for this project. They hold names that many people bear, of many languages;
a name that is not in them is recognised by its capitals and by not being an ordinary word.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from seethrough.text.words import vocabulary

GIVEN = vocabulary(
    """
    aaliyah aaron abdul abdullah abel abena abigail abraham ada adam adele aditya adrian adriana
    agnes agnieszka ahmad ahmed aidan aiko aisha aishwarya aisling ajay akash akiko alan alastair
    albert alberto alejandra alejandro aleksandr aleksandra alessandra alessandro alessia alex
    alexa alexander alexandra alexandre alexei alexis alfie alfonso alfred alfredo ali alice alicia
    alina alison alistair allan allen allison alma alvaro alyssa amanda amara amber amelia amelie
    amina amir amit amy ana anand anastasia anders andre andrea andreas andrei andres andrew
    andrzej andy aneta angel angela angelica angelina angus anika anil anita anja ankit ann anna
    annabel anne annette annie annika anouk anthony antoine antoinette anton antonia antonio antony
    anusha april arash archie ariana arjun arlene armando armin arno arnold aron arthur arturo arun
    arvid asha ashley ashok astrid attila audrey august augusto aurelie aurora austin autumn ava
    axel ayesha ayse ayumi babak barbara barry beata beatrice beatriz becky belinda ben benedict
    benedikt benjamin benny berit bernadette bernard bernardo bernd bernice bert bertha beth
    bethany betsy betty beverly bianca bill billy birgit bjorn blake blanca bob bobby bogdan bonnie
    boris brad bradley brandon brandy brenda brendan brent brett brian brianna bridget brigid
    brigitte britney britt brittany brooke bruce bruno bryan bryce bryony caitlin caleb calvin
    cameron camila camille carina carl carla carlo carlos carly carmen carol carole carolina
    caroline carolyn carrie carys cassandra cassie catalina catarina catherine cathy cecil cecilia
    cedric celeste celia celine cesar chad chandra chantal charlene charles charlie charlotte
    chelsea cheryl cheyenne chiara chidi chinedu chloe chris christa christian christina christine
    christoph christophe christopher chuck cindy claire clara clarence clarissa clark claude
    claudia claudio clemens clement cleo clifford clinton clive clyde cody colette colin colleen
    conchita connie connor conor conrad constance cora corey corinne cornelia cornelius courtney
    craig cristian cristina crystal curtis cynthia cyril dagmar daisy dakota dale damian damien
    damon dan dana daniel daniela danielle danny dante daphne daria dariusz darlene darrell darren
    dave david dawn dean deanna debbie deborah debra declan deepa deepak deirdre delia delphine
    denis denise dennis derek derrick desmond destiny devon diamond diana diane diego dieter
    dimitri dina dinesh dirk divya dmitri dolores domingo dominic dominik dominique don donald
    donna doreen dorian doris dorothea dorothy doug douglas dragan drew duncan dustin dylan eamon
    earl ebony eddie edgar edith edmund eduard eduardo edward edwin eileen elaine eleanor elena
    eleni eli elias elif elijah elisa elisabeth elise eliza elizabeth ella ellen ellie elliot
    elliott elmer elsa elsie elvira elvis emeka emil emile emilia emiliano emilio emily emma
    emmanuel emmet enrico enrique eric erica erich erik erika erin ernest ernesto ernst esperanza
    esteban estelle ester esther ethan ethel etienne eugene eugenia eunice eva evan evelyn ewa ezra
    fabian fabio faith farah farid fatima fatma faye federica federico felicia felicity felipe
    felix ferdinand fernanda fernando finn fiona flavia flora florence florian floyd frances
    francesca francesco francis francisca francisco franco francois francoise frank frankie franz
    fred freddie frederic frederick frederik freya friedrich fritz gabriel gabriela gabriele
    gabriella gael gareth gary gavin gemma gene genevieve geoff geoffrey george georgette georgia
    georgina gerald geraldine gerard gerardo gerhard gertrude giacomo gilbert gillian gina giorgio
    giovanna giovanni gisela giulia giuseppe gladys glen glenda glenn gloria gonzalo gordon grace
    graciela graham grant grazyna greg gregory greta gretchen grzegorz guadalupe gudrun guido
    guillaume guillermo gunter gustav gustavo guy gwen gwendolyn haitao haley hamza hana hanna
    hannah hans harold harriet harris harry harumi harvey hassan hazel heather hector heidi heike
    heinrich heinz helen helena helene helga helmut hendrik henri henrik henry herbert herman
    hermann hernan hilary hilda hiroko hiroshi holger holly homer hope horacio horst howard hubert
    hugh hugo hussein ian ibrahim ida ignacio igor ike ilona ilse imani imran ines inga inge
    ingeborg inger ingrid ioana irena irene irina iris irma irving isaac isabel isabella isabelle
    isaiah ishaan ismael ivan ivana ivo ivy jack jackie jackson jacob jacqueline jacques jade jaime
    jake jakob jakub jamal james jamie jan jane janet janice janine jared jasmin jasmine jason
    jasper javier jay jean jeanette jeanne jeff jeffery jeffrey jelena jenna jennifer jenny jens
    jeremiah jeremy jermaine jerome jerry jesse jessica jessie jesus jill jim jimmy jin jitka joan
    joanna joanne joao joaquin jochen jodie joe joel joerg joey johan johann johanna johannes john
    johnny jolene jon jonas jonathan jordan jorge jose josef josefina joseph josephine josh joshua
    josie josue joy joyce juan juana juanita jude judith judy jules julia julian juliana julie
    julien juliet julio julius jun june jurgen justin justine jutta kaito kamal kamila kang karan
    kareem karel karen karin karina karl karla karolina katarina katarzyna kate katharina katherine
    kathleen kathryn kathy katie katrin katrina katya kavita kay kayla keira keith kelly kelsey ken
    kenji kenneth kenny kent kerry kevin khadija khalid kiara kieran kim kimberley kimberly kiran
    kirk kirsten kirsty klara klaus knut konrad konstantin krishna kristen kristin kristina
    kristine kristof krystyna krzysztof kumar kurt kwame kyle kylie lakshmi lance lara larissa
    larry lars latoya laura lauren laurence laurent laurie lawrence lea leah leander lee leigh
    leila len lena lennart lenny leo leon leonard leonardo leonie leonor leroy leslie lester
    leticia levi lewis liam libby lidia liesel lila lillian lily lin lina linda lindsay lindsey
    linus lionel lisa lise liu liv liz liza lloyd logan lois lola lorena lorenzo loretta lori lorna
    lorraine lotte lou louis louisa louise lourdes luca lucas lucia luciana lucie lucille lucinda
    lucy ludmila ludwig luis luisa luka lukas luke luna lydia lyle lynn mabel mackenzie madeleine
    madison mads magda magdalena maggie magnus mahmoud maja malcolm malgorzata malik mandy manfred
    manju manuel manuela mara marc marcel marcela marcelo marcia marco marcos marcus marek maren
    margaret margarita margherita margot marguerite maria mariah mariam marian mariana marianne
    marie marilyn marina mario marion marisa marisol marissa marjorie mark marko markus marlene
    marlon marta martha martin martina martine marvin mary maryam masha mateo mateusz mathias
    mathieu mathilde matias matilda matteo matthew matthias maureen maurice mauricio max maximilian
    maxine maya megan mehmet mei melanie melinda melissa melody mercedes meredith mia micah michael
    michaela michal micheal michel michele michelle miguel mikael mike mikhail milan mildred milena
    miles millie milo milos milton mina ming minna mira miranda miriam miroslav misty mitchell moe
    mohamed mohammad mohammed mohan moira mollie molly mona monica monika monique morgan morris
    moses muhammad muriel mustafa myra myriam myrtle nabil nadia nadine nancy naomi narendra nasrin
    nasser natalia natalie nataly natasha nathalie nathan nathaniel neal ned neha neil nell nelly
    nelson nestor neville ngozi nicholas nick nicola nicolas nicole nigel nikhil niklas nikola
    nikolai nikos nils nina nisha noah noel noelle noemi nora norbert noreen norma norman nuno
    octavia octavio odette olaf ole oleg olga oliver olivia olivier ollie olof omar oscar oskar
    osman oswald otis otto owen pablo paige pamela paola paolo parker parvati pascal pascale
    patience patrice patricia patricio patrick patrik patty paul paula pauline paulo pavel pawel
    pearl pedro peggy penelope penny percy perry pete peter petra phil philip philippa philippe
    phillip phoebe phyllis pia pierre pietro pilar piotr pooja prakash pranav preston priya quentin
    quincy quinn rachael rachel rafael rahul raimund rainer raj rajesh rakesh ralf ralph ramesh
    ramon ramona randall randy raphael rashid raul raven ravi ray raymond rebecca rebekah regina
    reginald reinhard renata rene renee reuben rex reza rhonda ricardo riccardo richard rick rickey
    ricky rita robbie robert roberta roberto robin rocio rod roderick rodney rodolfo rodrigo roger
    rohan roland rolf roman romy ron ronald ronan ronnie rory rosa rosalie rosalind rosaria rosario
    rose rosemarie rosemary rosie rosita ross rowan roxanne roy ruben ruby rudolf rudy rufus rupert
    russell ruth ryan sabine sabrina sadie said sally salma salome salvador salvatore sam samantha
    samir samira samuel sandeep sander sandra sandy sanjay santiago sara sarah sasha saskia saul
    savannah scott sean sebastian selena selma serena serge sergei sergio seth shah shane shannon
    shari sharon shaun shauna shawn sheena sheila shelby sheldon shelley sherry shirley shona
    shreya shu sian sidney siegfried sienna sierra sigrid sigurd silke silvia simon simona simone
    sina siobhan skye sofia sofie soledad solomon sonia sonja sonny sonya sophia sophie soren
    stacey stacy stan stanislav stanley stefan stefania stefanie stefano stella stephan stephane
    stephanie stephen steve steven stewart stuart sue summer sun sunil sunita suresh surya susan
    susana susanna susanne suzanne sven svetlana sybil sydney sylvain sylvia sylvie tabitha tadeusz
    takashi takeshi talia tamara tamika tammy tania tanja tanner tanya tara tariq tasha tatiana
    taylor ted teddy terence teresa terrance terry tess tessa thabo thea thelma theo theodora
    theodore theresa therese thibault thomas thorsten tiago tiffany tilly tim timo timothy tina
    tito tobias toby todd tom tomas tomasz tommy toni tony tori torsten tracey traci tracy travis
    trevor tricia tristan troy trudy tyler tyrone ulrich ulrike uma umar ursula ute uwe vadim
    valentin valentina valeria valerie vanessa vaughn vera vernon veronica veronika veronique vicki
    vicky victor victoria vidar vijay viktor viktoria vincent vincenzo viola violet virginia vishal
    vivek vivian vivienne vladimir volker wade wallace walter wanda warren wayne wei wendell wendy
    werner wesley wilfred wilhelm will willem william willie willow wilma winifred winston wojciech
    wolfgang wyatt xavier xiaoming ximena yael yan yannick yara yasmin yasmine yolanda yong yoshiko
    yuki yuri yusuf yvette yvonne zachary zahra zainab zara zbigniew zeynep zoe zofia zoltan zuzana
    """
)
"""Given names, in lower case."""

_FAMOUS = vocabulary(
    """
    albee allen arendt astor austen beckett bellini benchley bergman bergson bernhardt bernstein
    boswell bradbury bragg browning bunche byrd calder carnegie casals cavendish chaplin
    christie churchill cohan coleridge coolidge corbett crichton crockett cromwell cummings
    custer darrow davenport defoe dewey dickens dickinson dietrich dreiser dryden dvorak
    eddington ehrlich ellington ellison emerson epstein faulkner fellini fonda franck freud
    friedan galbraith gandhi garbo garfield gaskell gehrig gershwin gielgud
    gladstone goldsmith goldwyn grieg grimm haldane halley hammerstein hammett hancock handel
    harding harriman harte havel hawkins hawthorne hearst hellman hepburn herrick herschel hesse
    hindemith hitchcock hobbes hopkinson horowitz housman hubbard huggins hume huston hutchinson
    huxley isherwood ives jefferson jespersen joplin kahn karloff keaton keats kellogg kerouac
    kinsey kissinger knox koestler kroeber lardner laughton leakey lennon lerner lessing
    lindbergh lippmann livingstone locke longfellow lowell macarthur macaulay macgregor macleish
    mahler malamud malraux mandela mansfield maugham mccartney mccullers mcgraw mckim
    mckinley meade meir melville mencken mendelssohn mercer merton millay milne mitchum
    montessori morley munro murdoch murillo naismith napier nash nehru nixon noguchi nureyev
    oates oppenheimer orwell paine parrish pauling pavlova paxton peary peirce pickett pitt
    plath pollock presley priestley pynchon reagan redford renoir robeson rockefeller rockwell
    roosevelt rossetti rubinstein ruskin rutherford saarinen sakharov salinger sandburg sargent
    schiller schumann schweitzer segal shankar sheridan siddons sikorsky sinatra sinclair
    smollett sontag spassky spielberg steinbeck steinberg steinem sterne stoppard strachey
    strasberg strauss streep streisand stuyvesant swinburne taft tennyson thackeray thatcher
    thoreau thorndike thurber trollope truffaut truman twain tyson ustinov vonnegut walton
    warburg warhol waugh weil weismann weizmann welch welles whitman whitney whittier wiesel
    wilde wilder willard wordsworth yeats yerkes zweig
    """
)
"""Family names that the lemmatizer knows as words, since somebody famous bore them."""

FAMILY = (
    vocabulary(
        """
        abbott abdi abdullah abe abraham abrams acosta adams adebayo adeyemi agarwal aguilar ahmed
        akhtar alexander ali allen almeida alonso alvarado alvarez andersen anderson andersson ando
        andrews anthony aoki archer arias armstrong arnold arroyo arslan ashton atkins atkinson
        austin avila ayala bach bailey baker baldwin ball banerjee banks barber barker barnes
        barnett barrett barry bartlett barton bass bassi bates bauer baumann bayer bean beard beck
        becker beer begum bell bender bennet bennett benson berg berger bergmann bernard berry
        bianchi bishop black blackburn blair blake blanc blanco bond bonnet booker boone booth
        bosch bose boucher bowen bowers bowman boyd boyer boyle bradford bradley brady brandt braun
        bray brennan brewer briggs bright brogan brooks brown browne bruno bryant buchanan buck
        bullock burgess burke burnett burns burr burrows burton bush butler byrne cabrera cain
        calderon caldwell cameron campbell campos cannon cardoso carlson carlsson carpenter carr
        carroll carson carter caruso carvalho castillo castro cervantes chamberlain chambers chan
        chandler chang chapman charles chatterjee chaudhary chavez chen cheng cherry cheung
        chowdhury christensen christian chu clark clarke clay clayton clinton coates cochran cohen
        cole coleman collier collins colombo colon combs compton conner connolly connors conti
        contreras cook cooke cooper coppola cordova correia cortes cortez costa cotter cousins cox
        craig crane crawford crosby cross cruz cunningham curry curtis dahl dalton daniels das
        davidson davies davis dawson day dean decker delgado dempsey deng desai diallo dias diaz
        dixon dobson dominguez donnelly donovan douglas downing downs doyle drake dubois duff duffy
        duke dumas duncan dunn dupont duran durand durham dutta dyer edwards ekman eliasson elliott
        ellis english eriksen eriksson espinosa esposito estes estrada evans ewing fanning farmer
        farrell faure feng ferguson fernandes fernandez ferrari ferreira ferrer fields figueroa
        finch finn fischer fisher fitzgerald fleming fletcher flores flowers flynn foley fontana
        ford foster fournier fowler fox francis franco frank franklin fraser freeman french frey
        friedman frost fry frye fuchs fuentes fuller fulton gaines gallagher gallo galloway gamble
        garcia gardner garland garner garrett garrison garza gates gauthier gay geiger gentry
        george ghosh gibbons gibbs gibson gilbert gill gillespie girard glass glover godard goddard
        goldberg golden gomes gomez goncalves gonzales gonzalez goodman goodwin gordon gould graham
        grant graves gray green greene greenwood greer griffin griffith grimes gross grover gruber
        guerin guerrero guevara gupta gustafsson gutierrez guzman haas haddad hahn hale haley hall
        hamilton hammond hampton hansen hanson hansson hardy hare hargreaves harper harrington
        harris harrison hart hartley hartmann harvey hassan hastings hayes hays heath heinrich
        henderson hendrix henriksen henry henson hermann hernandez heron herrera herring herrmann
        hess hickey hicks higgins hill hines hoang hobbs hoffman hoffmann hogan holder holland
        holloway holmes holt hood hooper hoover hopkins horn horne horvath houghton houston howard
        howe howell howells huang huber hudson huerta huff hughes hull hunt hunter hussain hussein
        hutton ibarra ibrahim iglesias inoue iqbal ito ivanov ivanova iyer jackson jacobi jacobs
        jacobsen jain james jansen jansson jenkins jennings jensen jimenez johansen johansson johns
        johnson johnston jones jordan joseph joshi juarez kaiser kamau kang kapoor karlsson kato
        kaufman kaur kaya keller kelley kelly kendall kennedy kennelly kessler key khan kidd kim
        king klein kline knight koch kohl kohler kovacs kowalczyk kowalski kramer krause krebs
        kruger kuiper kumar kuznetsov lam lamb lambert lancaster lane lang lange larsen larson
        larsson lawrence lawson le leach leal leary lee lees lefebvre lehmann leon leonard leroy
        levine levy lewandowski lewis li lim lima lin lincoln lindberg lindgren lindholm lindstrom
        little liu livingston lloyd lock long lopes lopez lorenz love lowe lowry lu lucas luna lund
        lynch lynn lyons macdonald macdowell mack mackenzie madden maier maldonado malik malone
        mann manning marchetti marin marino marks marques marsh marshall martens marti martin
        martinez martins mason massey matthews maurer maxwell may mayer mayo mays mbeki mccarthy
        mccauley mccormick mcdonald mcgee mcintosh mckenzie mckinney mclaughlin mcmaster mcpherson
        meadows medina meier meissner mejia melo mendes mendez mendoza mensah mercier merino meyer
        michel middleton miles miller mills miranda mishra mitchell mohamed molina moller molnar
        monroe montenegro montes montez montgomery montoya moody moon moore mora moraes morales
        moran moreau moreira moreno moretti morgan morin morris morrison morrow morse mortimer
        morton moser moss moynihan mueller mukherjee muller mulligan munoz murphy murray mwangi
        myers nagy nair nakamura navarro neal nelson neumann neves newman newton ng ngo nguyen
        nichols nicholson nielsen nilsen nilsson nkosi noble noel nolan noone norman norris novak
        nowak nunes nunez obrien ochoa oconnor odonnell ogawa ogden okafor okeke okonkwo oliveira
        oliver olsen olson olsson oneal oneill ong orozco orr ortega ortiz osborne otieno owens
        owusu ozturk pace padilla page palmer papadopoulos park parker parkes parkinson parks parry
        parsons patel paterson patil patterson paul payne peacock pearce pearson peck pedersen pena
        peng pereira peres perez perkins perry persson peters petersen peterson petit petrov
        petrova petty pfeiffer pham phan phillips pickering pierce pinto pires pizarro pollard
        ponce pons pope popescu popov porter potter powell powers pratt prentice preston price
        prince proctor purcell quinn quinones quintero quiroga rahman rai ramirez ramos ramsey rao
        rasmussen ray read reddy reed reese reeves reid reilly reiner reis reyes reynolds rhodes
        ribeiro ricci rice rich richards richardson richmond richter riddle riley riojas rios
        rivera rivers rizzo roach robbins roberts robertson robinson robles rocha rodgers rodrigues
        rodriguez rogers rojas romano romero rosales rosario rose rosen rossi roth rousseau roux
        rowe roy rubio ruiz rush russell russo ryan saito salas salazar salinas salmon salvador
        sanchez sanders sandoval santiago santos sato saunders savage sawyer schaefer schafer
        scheck schmid schmidt schmitt schmitz schneider scholz schroder schroeder schubert schultz
        schulz schulze schumacher schuster schwartz schwarz scott sears sellers serra serrano
        sexton seymour shah sharma sharp shaw sheikh shelton shen shepard shepherd sherman shields
        shimizu short siddiqui sierra silva silveira simmons simon simpson sims singh singleton
        skinner slater small smart smirnov smit smith smits snow snyder soares sokolov soler solis
        sorensen sosa soto sousa souza sparks spears spencer spenser spillane springer stanley
        stanton stark steele stein stephens stephenson stevens stevenson stewart stokes stone
        storey stout strand strickland strong stubbs suarez subramanian sullivan summers sun
        sutherland sutton suzuki svensson svoboda swanson sweeney swift sylla szabo tagliaferri
        takahashi talbot tan tanaka tang tanner tate taylor teixeira thapa thomas thompson thomsen
        thomson thorne thornton thorpe toledo torres townsend tran traore trevino trujillo tucker
        tully turner turpin tyler ueda underwood urban urias valdez valencia valentine vance vargas
        vasquez vaughan vaughn vazquez vega velasco velazquez venturi vera vidal vieira villa
        villanueva vincent vogel vogt volkov wagner walker wall wallace waller walls walsh walter
        walters wang ward ware warner warren washington watanabe waters watkins watson watts weaver
        webb weber webster weeks weiss weller wells werner west weston wheeler white whitehead
        wilkins wilkinson williams williamson willis wilson wilton winkler winter winters wise wolf
        wolfe wolff wong wood woods woodward wright wu wyatt xie xu yamada yamamoto yang yates
        yildiz yilmaz york yoshida young yu zamora zapata zeman zeng zhang zhao zheng zhou zhu
        ziegler zimmermann zola
        """
    )
    | _FAMOUS
)
"""Family names, in lower case."""

_WORDS_TOO = vocabulary(
    """
    amber angel april archer art august aurora austin autumn baker ball banks barber barker bass
    bayer beach bean beard beck beer bell bender berry bill bird bishop black bloom bond booker
    boone booth bosch boucher bow bowers bradford branch brandy bray bridges bright brittany brook
    brooks brown browning buck bull bullock burns burr bush butcher butler cain cannon carpenter
    carter castle chad chamberlain chambers chance charity chase cherry cheyenne christian chuck
    church clay cliff clinton coates cole collier colon combs compton cook cooper cordova cotter
    cotton cousins crane cross crystal curry daisy dakota dale dawn day dean derrick destiny devon
    diamond dick don downing downs drake drew duff duke duncan durham dyer earl early east elvis
    english eve faith farmer felicity field fields finch finn fish fisher flood flora flowers ford
    forest foster fox frank freeman french frost fry fuller fulton gamble garrison gates gay gene
    gentry gibbons ginger glass glen gold golden good grace grant graves gray green gross guy hale
    haley hall hand hardy hare harry hart hastings hawk hay hazel head heath heather herb heron
    herring hill holder hole holly homer hood hooper hope house huff hull hunt hunter iris ivy jack
    jade jasmine jay jean jewel johns joy june justice key kidd king knight lam lamb lance lane law
    leach leal lees lily lima lincoln little livingston lock long lord love luna mace mack major
    manning march mark marks marsh marshal mason max may mayo mays mead meadows medina melody mercy
    merino merry middleton miles mill miller mills min ming misty montenegro moody moon moor morrow
    morse mortimer moss nick noble norm north olive opal page palmer park parker parkinson parks
    pat patience patty peacock pearl peck peg penny pepper petty pike place pollard pope porter
    post powers price prince proctor quick rain raven ray read reader reed rice rich richmond
    riddle rivers roach rob robin rock rod rose rosemary ruby rush rusty sage said sally salmon
    sand sandy savage saw sawyer scout sellers sexton sharp shaw shepherd shields short sierra
    silver singer singleton skinner skip sky slater small smart snow sparks spears spring springer
    stanton star stark steel sterling stern stock stone storey storm stout strand street strong sue
    summer summers sun sunny swan swift sydney tailor tanner temple thorn toledo tower town tree
    tucker turner urban valentine van victor viola violet wade walker wall walls ward ware waters
    weaver web weeks wells west wheat wheeler white wild wilder will willow winter winters wise
    wolf wood woods worth wright young
    """
)
"""Names that are ordinary words, too."""

_NAMES = GIVEN | FAMILY
_NEWER = vocabulary(
    """
    abt ahh aka albeit allright alot amid amidst anonymised anonymized anybody anytime api app
    approx apps argh attn aug aww bcc blog bro btw btwn chatbot covid coz css cuz dec dunno email
    etc everybody ext feb fri ftw fwd fyi gimme gmbh gonna gotta haha hahaha hashtag hehe hey hmm
    hmmm hotline hrs html idk ikr imho inc json jul jun lemme llc lmao login lol ltd meh mins mon
    nah nope nov nxt oct offline omg online oops ouch phew pls plz ppl rofl sat secs selfie sep sept
    smartphone smh tbh thanx thnx thu thurs thx til tldr tmr tmrw tonite tue tues txt ugh uhh umm
    unto urgh url username versus wanna website wed welp whichever whilst whoa wifi wks wtf yep
    yikes yrs yum yup
    """
)
"""Words, abbreviations and interjections that the lemmatizer does not know."""

_OF = vocabulary(
    "al am bin da das de del della den der des di do dos du el ibn la le ten ter van von"
)
_BEFORE_PLACES = vocabulary(
    "san santa santo sao los las saint st ste new port fort mount lake north south east west"
)
_AFTER_PLACES = vocabulary(
    "street st road rd avenue ave lane drive court square place way county city"
)
_ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"),
            ("ly", ""), ("er", ""), ("er", "e"))  # fmt: skip
_LEAST = 3
_OF_AND_NAME = re.compile(r"^([od])['’](?!clock)(?=[^\W\d_]{3})")


@functools.cache
def _dictionary() -> frozenset[str]:
    """Return the words that the English lemmatizer knows, and those that it leaves alone."""
    from seethrough.text.english import parser

    nlp = parser()
    index = nlp.get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[attr-defined]
    irregular = nlp.get_pipe("lemmatizer").lookups.get_table("lemma_exc")  # type: ignore[attr-defined]
    known = {word for words in (*index.values(), *irregular.values()) for word in words}
    return frozenset((known | nlp.Defaults.stop_words) - _NAMES | _WORDS_TOO | _NEWER)


@functools.lru_cache(maxsize=100_000)
def is_ordinary(word: str) -> bool:
    """Return whether an English word is used for other things than naming people.

    Names that are words, too (Rose, Baker, Mark), are ordinary.

    Args:
        word: A single word, in any case.
    """
    word = folded(word)
    if word in _dictionary():
        return True
    if word in _NAMES:
        return False
    stems = (word[: -len(e)] + to for e, to in _ENDINGS if word.endswith(e) and len(word) > 4)
    return any(stem in _dictionary() for stem in stems)


def folded(word: str) -> str:
    """Return a word in lower case without accents, as the lists hold it: O'Brien is obrien."""
    if not word.isascii():
        apart = unicodedata.normalize("NFKD", word.casefold())
        word = "".join(c for c in apart if not unicodedata.combining(c))
    return _OF_AND_NAME.sub(r"\1", word.lower())


def is_name(word: str) -> bool:
    """Return whether a word is a common given or family name and no ordinary word."""
    return folded(word) in _NAMES and not is_ordinary(word)


def full_name(parts: Sequence[str]) -> Literal["common", "perhaps", ""]:
    """Return whether the words could be a person's full name.

    Args:
        parts: Words without a title, in the case in which they are written; in any order.

    Returns:
        ``common`` where one is a common given name and another a family name, or at least no
        ordinary word (two that are both ordinary words must be capitalised: Mark Wood);
        ``perhaps`` for two or three capitalised words none of which is an ordinary one; else
        nothing.
    """
    if len(parts) < 2 or is_place(parts):
        return ""
    whole = [*parts[:-1], re.sub("['’]s?$", "", parts[-1])]
    bare = [re.sub("['’](?!s?$)", "", part) for name in whole for part in name.split("-")]
    held = [part for part in bare if folded(part) not in _OF]
    if not 2 <= len(held) <= 4 or not all(part.isalpha() for part in held):
        return ""
    capitals = all(part[:1].isupper() and part[1:].islower() for part in held if len(part) > 1)
    for i, given in enumerate(held):
        others = held[:i] + held[i + 1 :]
        if folded(given) in GIVEN and all(_fits(given, other, capitals) for other in others):
            return "common"
    if capitals and len(held) == 3 and len(held[1]) == 1 and not is_ordinary(held[0]):
        return "common"
    if not capitals or len(held) > _LEAST or min(map(len, held)) < _LEAST:
        return ""
    return "" if any(is_ordinary(part) for part in held) else "perhaps"


def is_place(parts: Sequence[str]) -> bool:
    """Return whether capitalised words name a place: San Antonio, Victoria Street."""
    words = [folded(part).strip(".") for part in parts]
    return bool(words) and (words[-1] in _AFTER_PLACES or not _BEFORE_PLACES.isdisjoint(words[:-1]))


def _fits(given: str, other: str, capitals: bool) -> bool:
    """Return whether a word goes with a given name."""
    if folded(other) in _NAMES:
        return capitals or not (is_ordinary(given) and is_ordinary(other))
    if len(other) == 1:
        return other.isupper()
    return len(other) >= _LEAST and not is_ordinary(other)
