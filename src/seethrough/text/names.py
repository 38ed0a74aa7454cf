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
    aaliyah aaron abdul abdullah abel abena abigail abraham ada adam adele adrian adriana
    agnes agnieszka ahmad ahmed aidan aiko aisha aishwarya ajay akash akiko alan alastair
    albert alberto alejandra alejandro aleksandr aleksandra alessandra alessandro alessia alex
    alexa alexander alexandra alexandre alexei alexis alfie alfonso alfred alfredo ali alice
    alicia alina alison alistair allan allen allison alma alvaro alyssa amanda amara amber
    amelia amelie amina amir amit amy ana anand anastasia anders andre andrea andreas andrei
    andres andrew andrzej andy aneta angela angelica angelina angus anika anil anita anja
    ankit ann anna annabel anne annette annie annika anouk anthony antoine antoinette anton
    antonia antonio anusha april arash archie ariana arjun arlene armando arnold aron arthur
    arturo arun arvid asha ashley ashok astrid audrey august augusto aurelie aurora austin ava
    axel ayesha ayumi ayse babak barbara barry beata beatrice beatriz becky belinda ben
    benedict benedikt benjamin bernadette bernard bernardo bernd bernice bert bertha beth
    bethany betsy betty beverly bianca bill billy birgit bjorn blake blanca bob bobby bogdan
    boris brad bradley brandon brenda brendan brent brett brian brianna bridget brigitte
    britney bruce bruno bryan bryce caitlin caleb calvin cameron camila camille carl carla
    carlo carlos carmen carol carole carolina caroline carolyn carrie carys cassandra catalina
    catarina catherine cathy cecil cecilia cedric celeste celia celine cesar chad chandra
    chantal charlene charles charlie charlotte chelsea cheryl chiara chidi chinedu chloe chris
    christa christian christina christine christoph christophe christopher chuck cindy claire
    clara clarence clarissa clark claude claudia claudio clement cleo clifford clyde cody
    colin colleen conchita connie connor conor conrad constance cora corey corinne cornelia
    cornelius courtney craig cristian cristina crystal curtis cynthia cyril dagmar daisy dale
    damian damien dan dana daniel daniela danielle danny daphne daria dariusz darlene darrell
    darren dave david dawn dean deanna debbie deborah debra declan deepa deepak deirdre delia
    delphine denis denise dennis derek desmond diana diane diego dieter dimitri dina dinesh
    dirk divya dmitri dolores dominic dominik dominique donald donna doreen doris dorothea
    dorothy doug douglas dragan duncan dustin dylan eamon ebony eddie edgar edith edmund
    eduard eduardo edward edwin eileen elaine eleanor elena eleni eli elias elif elijah elisa
    elisabeth elise eliza elizabeth ella ellen ellie elliot elliott elmer elsa elsie elvira
    emeka emil emile emilia emiliano emilio emily emma emmanuel enrico enrique eric erica
    erich erik erika erin ernest ernesto ernst esperanza esteban estelle esther ethan ethel
    etienne eugene eugenia eunice eva evan evelyn ewa fabian fabio farah farid fatima fatma
    faye federica federico felicia felicity felipe felix ferdinand fernanda fernando fiona
    flavia flora florence florian floyd frances francesca francesco francis francisca
    francisco franco francois francoise frank frankie franz fred freddie frederic frederick
    frederik freya friedrich fritz gabriel gabriela gabriele gabriella gareth gary gavin gemma
    gene genevieve geoff geoffrey george georgia georgina gerald geraldine gerard gerardo
    gerhard gertrude giacomo gilbert gillian gina giorgio giovanna giovanni gisela giulia
    giuseppe gladys glen glenda glenn gloria gonzalo gordon grace graciela graham grant
    grazyna greg gregory greta gretchen grzegorz guadalupe gudrun guido guillaume guillermo
    gunter gustav gustavo guy gwen gwendolyn haitao hamza hana hanna hannah hans harold
    harriet harris harry harumi harvey hassan hazel heather hector heidi heike heinrich heinz
    helen helena helene helga helmut hendrik henri henrik henry herbert herman hernan hilary
    hilda hiroko hiroshi holger holly homer hope horacio horst howard hubert hugh hugo hussein
    ian ibrahim ida ignacio igor ike ilona ilse imani imran ines inga inge ingeborg ingrid
    ioana irene irina iris irma irving isaac isabel isabella isabelle isaiah ishaan ismael
    ivan ivana ivo ivy jack jackie jackson jacob jacqueline jacques jaime jake jakob jakub
    jamal james jamie jan jane janet janice janine jared jasmin jasmine jason jasper javier
    jay jean jeanette jeanne jeff jeffery jeffrey jelena jenna jennifer jenny jens jeremiah
    jeremy jermaine jerome jerry jesse jessica jessie jesus jill jim jimmy jin jitka joan
    joanna joanne joao joaquin jochen jodie joe joel joerg joey johan johann johanna johannes
    john johnny jolene jon jonas jonathan jordan jorge jose josef josefina joseph josephine
    josh joshua josie joy joyce juan juana juanita judith judy julia julian juliana julie
    julien juliet julio julius jun june jurgen justin justine jutta kaito kamal kamila kang
    karan kareem karel karen karin karina karl karla karolina kate katarina katarzyna
    katharina katherine kathleen kathryn kathy katie katrin katrina katya kavita kay kayla
    keira keith kelly kelsey ken kenji kenneth kenny kent kerry kevin khadija khalid kiara
    kieran kim kimberly kiran kirk kirsten kirsty klara klaus konrad konstantin kristen
    kristin kristina kristine kristof krystyna krzysztof kumar kurt kwame kyle lakshmi lance
    lara larissa larry lars latoya laura lauren laurence laurent laurie lawrence leah lee
    leila len lena lennart lenny leo leon leonard leonardo leonie leonor leroy leslie lester
    leticia levi lewis liam lidia liesel lila lillian lily lin lina linda lindsay lindsey
    linus lionel lisa lise liu liv liz liza lloyd logan lois lola loretta lorena lorenzo lori
    lorna lorraine lou louis louisa louise lourdes luca lucas lucia luciana lucie lucille
    lucinda lucy ludmila ludwig luis luisa luka lukas luke luna lydia lyle lynn mabel
    mackenzie madeleine madison mads magda magdalena maggie magnus mahmoud maja malcolm
    malgorzata malik mandy manfred manju manuel manuela mara marc marcel marcela marcelo
    marcia marco marcos marcus marek maren margaret margarita margherita margot marguerite
    maria mariah mariam mariana marianne marie marilyn marina mario marion marisa marisol
    marissa marjorie mark marko markus marlene marlon marta martha martin martina martine
    marvin mary maryam masha mateo mateusz mathias mathieu mathilde matias matilda matteo
    matthew matthias maureen maurice mauricio max maximilian maxine maya megan mehmet mei
    melanie melinda melissa mercedes meredith mia micah michael michaela michal micheal michel
    michele michelle miguel mikael mike mikhail milan mildred milena miles millie milton mina
    ming minna mira miranda miriam miroslav mitchell moe mohamed mohammad mohammed mohan moira
    molly mona monica monika monique morgan morris moses muhammad muriel mustafa myra myriam
    myrtle nabil nadia nadine nancy naomi narendra nasser nasrin natalia natalie nataly
    natasha nathalie nathan nathaniel neal ned neha neil nell nelly nelson nestor neville
    ngozi nicholas nick nicola nicolas nicole nigel nikhil niklas nikola nikolai nikos nils
    nina nisha noah noel noelle noemi nora norbert noreen norma norman nuno octavia octavio
    odette olaf ole oleg olga oliver olivia olivier ollie olof omar oscar oskar osman oswald
    otis otto owen pablo paige pamela paola paolo parker parvati pascal pascale patience
    patrice patricia patricio patrick patrik patty paul paula pauline paulo pavel pawel pearl
    pedro peggy penelope penny percy perry pete peter petra phil philip philippa philippe
    phillip phoebe phyllis pierre pietro piotr pooja prakash pranav preston priya quentin
    quincy quinn rachael rachel rafael rahul raimund rainer raj rajesh rakesh ralf ralph
    ramesh ramon ramona randall randy raphael rashid raul ravi ray raymond rebecca regina
    reginald reinhard renata rene renee reuben rex reza rhonda ricardo riccardo richard rick
    ricky rita robbie robert roberta roberto robin rocio rod roderick rodney rodolfo rodrigo
    roger rohan roland rolf roman romy ron ronald ronan ronnie rory rosa rosalie rosalind
    rosario rosemarie rosemary rosie ross rowan roxanne roy ruben ruby rudolf rudy rufus
    rupert russell ruth ryan sabine sabrina sadie said sally salma salvador salvatore sam
    samantha samir samira samuel sandeep sandra sandy sanjay santiago sara sarah sasha saskia
    saul savannah scott sean sebastian selena selma serena serge sergei sergio seth shah shane
    shannon sharon shaun shauna shawn sheena sheila shelby sheldon shelley sherry shirley
    shreya shu sidney siegfried sienna sigrid silke silvia simon simona simone sina siobhan
    skye sofia sofie solomon sonia sonja sonya sophia sophie soren stacey stacy stan stanislav
    stanley stefan stefania stefanie stefano stella stephan stephanie stephane stephen steve
    steven stewart stuart sue sun sunil sunita suresh surya susan susana susanna susanne
    suzanne sven svetlana sybil sylvain sylvia sylvie tabitha tadeusz takashi takeshi talia
    tamara tamika tania tanja tanya tara tariq tasha tatiana taylor ted terence teresa
    terrance terry tess tessa thabo thea thelma theo theodora theodore theresa therese
    thibault thomas thorsten tiago tiffany tim timo timothy tina tobias toby todd tom tomas
    tomasz tommy toni tony torsten tracey traci tracy travis trevor tricia tristan trudy tyler
    tyrone ulrich ulrike uma umar ursula uwe vadim valentina valentin valeria valerie vanessa
    vaughn vera vernon veronica veronika veronique vicki vicky victor victoria vijay viktor
    viktoria vincent vincenzo viola violet virginia vishal vivek vivian vivienne vladimir
    volker wade wallace walter wanda warren wayne wei wendell wendy werner wesley wilfred
    wilhelm will willem william willie willow wilma winifred winston wojciech wolfgang xavier
    xiaoming ximena yael yan yannick yara yasmin yasmine yolanda yong yoshiko yuki yuri yusuf
    yvette yvonne zachary zahra zainab zara zbigniew zeynep zoe zofia zoltan zuzana
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
    akhtar alexander ali allen almeida alonso alvarado alvarez andersen anderson andersson
    ando andrews anthony aoki archer armstrong arnold arroyo arslan ashton atkins atkinson
    austin avila ayala bach bailey baker baldwin ball banerjee banks barber barker barnes
    barnett barrett barry bartlett barton bates bauer baumann beck becker begum bell bennett
    benson berg berger bergmann bernard berry bianchi bishop black blackburn blair blake blanc
    blanco bond bonnet booth bose boucher bowen bowman boyd bradley brady brandt braun brennan
    brewer briggs brooks brown browne bruno bryant buchanan burgess burke burns burton bush
    butler byrne cabrera caldwell calderon cameron campbell campos cannon cardoso carlson
    carlsson carpenter carr carroll carson carter carvalho castillo castro chan chandler chang
    chapman charles chatterjee chaudhary chavez chen cheng cheung chowdhury christensen
    christian chu clark clarke clayton cohen cole coleman collins colombo connolly conti
    contreras cook cooper correia cortes costa cox craig crawford cross cruz cunningham curtis
    dahl dalton daniels das davidson davies davis dawson day dean decker delgado deng desai
    diaz diallo dias dixon dominguez donnelly donovan douglas doyle dubois duffy duncan dunn
    dupont duran durand dutta edwards eliasson elliott ellis eriksen eriksson espinosa
    esposito estrada evans farrell faure feng ferguson fernandes fernandez ferrari ferreira
    ferrer fields figueroa fischer fisher fitzgerald fleming fletcher flores flynn foley
    fontana ford foster fournier fowler fox francis franco frank franklin fraser freeman
    french friedman fuchs fuentes fuller gallagher gallo garcia gardner garner garrett garza
    gauthier geiger george ghosh gibbs gibson gilbert gill girard glover goldberg gomes gomez
    goncalves gonzales gonzalez goodman goodwin gordon graham grant graves gray green greene
    greer griffin griffith gross guerrero guerin gupta gustafsson gutierrez guzman haas haddad
    hahn hale hall hamilton hammond hampton hansen hansson hanson hardy harper harrington
    harris harrison hart hartmann harvey hassan hayes heinrich henderson henriksen henry
    hernandez herrera herrmann hicks higgins hill hoang hoffman hoffmann holland holloway
    holmes holt hopkins horn horvath houston howard howell huang huber hudson huerta hughes
    hunt hunter hussain hussein ibarra ibrahim inoue iqbal ito ivanov ivanova iyer jackson
    jacobs jacobsen jain james jansen jansson jenkins jennings jensen jimenez johansen
    johansson johnson johnston jones jordan joseph joshi juarez kaiser kamau kang kapoor
    karlsson kato kaur kaya keller kelley kelly kennedy kessler khan kim king klein knight
    koch kohler kovacs kowalski kowalczyk kramer krause kumar kuznetsov lambert lancaster lane
    lang lange larsen larson larsson lawrence lawson le lee lefebvre lehmann leon leonard
    leroy levine levy lewandowski lewis li lim lin lindberg lindgren lindholm lindstrom little
    liu lloyd long lopes lopez lorenz love lowe lu lucas luna lund lynch lynn macdonald
    mackenzie maier malik maldonado mann manning marchetti marin marino marks marques marsh
    marshall martin martinez martins mason massey matthews maurer maxwell may mayer mbeki
    mccarthy mccormick mcdonald mcgee mckenzie mckinney mclaughlin meier mejia melo mendes
    mendez mendoza mensah mercier meyer michel miles miller mills miranda mishra mitchell
    mohamed moller molina monroe montgomery montoya moore mora morales moran moreau moreira
    moreno moretti morgan morin morris morrison morton moser moss mueller mukherjee muller
    munoz murphy murray mwangi myers nagy nair nakamura navarro neal nelson neumann newman
    newton ng ngo nguyen nichols nicholson nielsen nilsen nilsson nkosi noel nolan norman
    norris novak nowak nunez obrien ochoa oconnor odonnell ogden ogawa okafor okeke okonkwo
    oliveira oliver olsen olson olsson oneill oneal ong ortega ortiz osborne otieno owens
    owusu ozturk pace padilla page palmer papadopoulos park parker parks parry parsons patel
    patil patterson paul payne pearce pearson pedersen pena peng pereira perez perkins perry
    persson peters petersen peterson petit petrov petrova pfeiffer pham phan phillips pierce
    pinto pires ponce pope popescu popov porter potter powell powers pratt preston price
    prince quinn quintero quiroga rahman rai ramirez ramos ramsey rao rasmussen ray reddy reed
    reese reeves reid reilly reis reyes reynolds rhodes ribeiro ricci rice richards richardson
    richter riley rios rivera rizzo robbins roberts robertson robinson robles rocha rodgers
    rodrigues rodriguez rogers rojas romano romero rosales rosario rosen rossi roth rousseau
    roux rowe roy rubio ruiz russell russo ryan saito salas salazar salinas salvador sanchez
    sanders sandoval santiago santos sato saunders schaefer schafer scheck schmid schmidt
    schmitt schmitz schneider scholz schroeder schroder schubert schultz schulz schulze
    schumacher schuster schwartz schwarz scott serrano sharma shah shaw sheikh shelton shen
    sherman shimizu siddiqui silva silveira simmons simon simpson sims singh skinner smirnov
    smith snyder soares sokolov soler solis sorensen sosa soto sousa souza sparks spencer
    stanley stein stephens stephenson stevens stevenson stewart stone strickland suarez
    subramanian sullivan sun sutherland sutton suzuki svensson swanson sweeney sylla szabo
    tagliaferri takahashi tan tanaka tang tate taylor teixeira thapa thomas thompson thomsen
    thomson thorne tran traore trevino trujillo tucker turner tyler ueda underwood valdez
    valencia valentine vance vargas vasquez vaughan vaughn vazquez vega velasco velazquez vera
    vidal vieira villa villanueva vincent vogel vogt volkov wagner walker wallace walls walsh
    walter walters wang ward warner warren washington watanabe waters watkins watson watts
    weaver webb weber webster weiss wells werner west weston wheeler white whitehead wilkins
    wilkinson williams williamson willis wilson winkler winter winters wolf wolfe wolff wong
    wood woods woodward wright wu xie xu yamada yamamoto yang yates yildiz yilmaz york yoshida
    young yu zamora zapata zeman zeng zhang zhao zheng zhou zhu ziegler zimmermann
    """
    )
    | _FAMOUS
)
"""Family names, in lower case."""

_WORDS_TOO = vocabulary(
    """
    amber angel april archer art august aurora austin autumn baker ball banks barber barker
    beach beck bell berry bill bird bishop black bloom bond booth bow branch bridges brook
    brooks brown browning bull burns bush butcher butler cannon carpenter carter castle chad chance
    charity chase christian chuck church clay cliff cole collier cook cooper cotton cross
    crystal daisy dale dawn day dean destiny diamond dick don drew duncan earl early east
    english eve faith farmer felicity field fields fish fisher flood flora flowers ford forest
    foster fox frank freeman french frost fuller gene ginger glen gold golden good grace grant
    graves gray green gross guy hale hall hand hardy harry hart hawk hay hazel head heather
    herb hill hole holly homer hood hope house hunt hunter iris ivy jack jade jasmine jay jean
    jewel joy june justice king knight lamb lance lane law lily little lock long lord love
    luna mace major manning march mark marks marsh marshal mason max may mays mead melody
    mercy merry miles mill miller mills min ming moon moor moss nick noble norm north olive
    opal page palmer park parker parks pat patience patty pearl peg penny pepper pike place
    pope porter post powers price prince quick rain ray reader reed rice rich rivers rob robin
    rock rod rose rosemary ruby rush rusty sage said sally sand sandy saw sawyer scout shaw
    shepherd short silver singer skinner skip sky small smart snow sparks spring star steel
    sterling stern stock stone storm street strong sue summer summers sun sunny swan swift
    tailor temple thorn tower town tree tucker turner valentine van victor viola violet wade
    walker wall walls ward waters weaver web weeks wells west wheat wheeler white wild wilder will
    willow winter winters wise wolf wood woods worth wright young
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
