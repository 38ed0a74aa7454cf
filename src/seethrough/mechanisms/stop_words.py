"""English function words, which CusText+ releases as they are (its section 4.4)."""

from __future__ import annotations

STOP_WORDS = frozenset(
    """
    a an the this that these those some any each every either neither no none all both half such
    same own other another few more most much many less least several enough
    i me my mine myself we us our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself they them their theirs themselves
    one oneself who whom whose which what whoever whatever whichever someone anyone everyone
    something anything everything nothing nobody somebody anybody everybody
    am is are was were be been being have has had having do does did doing done
    will would shall should can could may might must ought need
    and or but nor so yet if unless until till while whereas because since although though as than
    whether that
    about above across after against along amid among around at before behind below beneath beside
    besides between beyond by despite down during except for from in inside into like near of off
    on onto out outside over past per through throughout to toward towards under underneath unlike
    up upon via with within without
    not only too very just also even still already ever never again further then once here there
    when where why how now
    's 're 've 'm 'd 'll n't 't ca wo sha ai nt t s d m o re ve ll y ma
    don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't
    hasn't haven't hadn't mustn't needn't cannot
    i'm i've i'd i'll you're you've you'd you'll he's she's it's we're we've they're they've that's
    """.split()
)
