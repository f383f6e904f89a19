import { chromium } from 'playwright-core'
const url='http://127.0.0.1:8093'
const args=['--no-sandbox','--headless=new','--disable-gpu','--disable-dev-shm-usage','--disable-extensions']
let b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); let c=await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN'}); let p=await c.newPage()
await p.goto(url); await p.fill('#userName','admin'); await p.fill('#password','bench-2026'); await p.click('button[type=submit]'); await p.getByRole('tab').first().waitFor(); await p.waitForTimeout(1000)
const st=await c.storageState(); const ss=await p.evaluate(()=>({...sessionStorage})); await b.close()
const tot={}, selfT={}; let N=5
for(let i=0;i<N;i++){
 b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); c=await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN',storageState:st}); 
 await c.addInitScript((s) => { if (!sessionStorage.length) for (const [k, v] of Object.entries(s)) sessionStorage.setItem(k, v) }, ss)
 await c.addInitScript(()=>{const chk=()=>{const e=[...document.querySelectorAll('.pane:not([inert]) tbody tr.row')].some(e=>e.textContent.includes('号')); if(e){requestAnimationFrame(()=>requestAnimationFrame(()=>{window.__rows=performance.now()}))} else requestAnimationFrame(chk)}; requestAnimationFrame(chk)})
 p=await c.newPage(); const cdp=await c.newCDPSession(p); await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval',{interval:200}); await cdp.send('Profiler.start')
 await p.goto(url+'/#/homeList',{waitUntil:'commit'}); await p.waitForFunction(()=>window.__rows); 
 const {profile}=await cdp.send('Profiler.stop'); await b.close()
 const by={}; profile.nodes.forEach(n=>by[n.id]=n); profile.nodes.forEach(n=>(n.children??[]).forEach(k=>by[k].parent=n))
 profile.samples.forEach((s,k)=>{ const d=profile.timeDeltas[k]/1000; let n=by[s]; const nm=n=>`${n.callFrame.functionName||'(anon)'} ${n.callFrame.url.split('/').pop().replace(/-.*/,'')}:${n.callFrame.lineNumber}`; selfT[nm(n)]=(selfT[nm(n)]??0)+d; const seen=new Set(); for(;n;n=n.parent){const k=nm(n); if(!seen.has(k)){seen.add(k); tot[k]=(tot[k]??0)+d}} })
}
const top=(o,n)=>Object.entries(o).sort((a,b)=>b[1]-a[1]).slice(0,n).map(([k,v])=>`${(v/N).toFixed(1).padStart(7)} ${k}`).join('\n')
console.log('SELF\n'+top(selfT,40)); console.log('TOTAL\n'+top(tot,90))
