import { chromium } from 'playwright-core'
const url=process.argv[2]??'http://127.0.0.1:8090', runs=+(process.argv[3]??3), verbose=process.argv[4]==='v'
const args=['--no-sandbox','--headless=new','--disable-gpu','--disable-dev-shm-usage','--disable-extensions']
let b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); let c=await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN'}); let p=await c.newPage()
await p.goto(url); await p.fill('#userName','admin'); await p.fill('#password','bench-2026'); await p.click('button[type=submit]'); await p.getByRole('tab').first().waitFor(); await p.waitForTimeout(1000)
const st=await c.storageState(); const ss=await p.evaluate(()=>({...sessionStorage})); await b.close()
const all=[]
for(let i=0;i<runs;i++){
 b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); c=await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN',storageState:st}); 
 await c.addInitScript((s) => { if (!sessionStorage.length) for (const [k, v] of Object.entries(s)) sessionStorage.setItem(k, v) }, ss)
 await c.addInitScript(()=>{ window.__l=0; new PerformanceObserver(l=>l.getEntries().forEach(e=>{window.__l+=e.duration})).observe({type:'longtask',buffered:true}); const chk=()=>{const e=[...document.querySelectorAll('.pane:not([inert]) tbody tr.row')].some(e=>e.textContent.includes('号')); if(e){requestAnimationFrame(()=>requestAnimationFrame(()=>{window.__rows=performance.now()}))} else requestAnimationFrame(chk)}; requestAnimationFrame(chk)})
 p=await c.newPage(); await p.goto(url+'/#/homeList',{waitUntil:'commit'}); await p.waitForFunction(()=>window.__rows); await p.waitForTimeout(700)
 const r=await p.evaluate(()=>({rows:window.__rows,long:window.__l,fcp:performance.getEntriesByName('first-contentful-paint')[0]?.startTime,res:performance.getEntriesByType('resource').map(e=>[e.name.split('/').pop().slice(0,34),Math.round(e.startTime),Math.round(e.requestStart),Math.round(e.responseEnd),e.encodedBodySize]), nav:Math.round(performance.getEntriesByType('navigation')[0].responseEnd)}))
 all.push(r); if(verbose&&i===runs-1){console.log('nav',r.nav,'fcp',r.fcp); for(const x of r.res) console.log(x.join('\t'))}
 await b.close()
}
const med=a=>a.sort((x,y)=>x-y)[a.length>>1]
console.log('rows',med(all.map(r=>r.rows)).toFixed(0),'long',med(all.map(r=>r.long)).toFixed(0),all.map(r=>r.rows.toFixed(0)).join(' '))
