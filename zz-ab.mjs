import { chromium } from 'playwright-core'
const urls={A:'http://127.0.0.1:8091',B:'http://127.0.0.1:8092'}, runs=+(process.argv[2]??10)
const args=['--no-sandbox','--headless=new','--disable-gpu','--disable-dev-shm-usage','--disable-extensions']
const st={}, ss={}
for (const k in urls){ const b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); const c=await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN'}); const p=await c.newPage()
await p.goto(urls[k]); await p.fill('#userName','admin'); await p.fill('#password','bench-2026'); await p.click('button[type=submit]'); await p.getByRole('tab').first().waitFor(); await p.waitForTimeout(1000)
st[k]=await c.storageState(); ss[k]=await p.evaluate(()=>({...sessionStorage})); await b.close() }
const out={A:[],B:[]}, long={A:[],B:[]}, login={A:[],B:[]}, sw={A:[],B:[]}
for(let i=0;i<runs;i++) for (const k of i%2?['A','B']:['B','A']) {
 let b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); let c=await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN',storageState:st[k]}); 
 await c.addInitScript((s) => { if (!sessionStorage.length) for (const [k, v] of Object.entries(s)) sessionStorage.setItem(k, v) }, ss[k])
 await c.addInitScript(()=>{ window.__l=0; new PerformanceObserver(l=>l.getEntries().forEach(e=>{window.__l+=e.duration})).observe({type:'longtask',buffered:true}); const chk=()=>{const e=[...document.querySelectorAll('.pane:not([inert]) tbody tr.row')].some(e=>e.textContent.includes('号')); if(e){requestAnimationFrame(()=>requestAnimationFrame(()=>{window.__rows=performance.now()}))} else requestAnimationFrame(chk)}; requestAnimationFrame(chk)})
 let p=await c.newPage(); await p.goto(urls[k]+'/#/homeList',{waitUntil:'commit'}); await p.waitForFunction(()=>window.__rows); await p.waitForTimeout(900)
 const r=await p.evaluate(()=>({rows:window.__rows,long:window.__l})); out[k].push(r.rows); long[k].push(r.long); 
 // second visit
 await p.click('nav a[href="#/bill/flowMoneyList"]'); await p.waitForFunction(()=>[...document.querySelectorAll('.pane:not([inert]) tbody tr.row')].some(e=>e.textContent.includes('SJ'))); await p.waitForTimeout(400)
 for (let n=0;n<2;n++){ const d=await p.evaluate(()=>new Promise(ok=>{const t=performance.now(); document.querySelector('nav a[href="#/homeList"]').click(); const chk=()=>{const e=document.querySelector('.pane[aria-label="房源列表"]:not([inert]) tbody tr.row'); if(e) requestAnimationFrame(()=>requestAnimationFrame(()=>ok(performance.now()-t))); else requestAnimationFrame(chk)}; chk()})); sw[k].push(d); await p.click('nav a[href="#/bill/flowMoneyList"]'); await p.waitForTimeout(300) }
 await b.close()
 b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); p=await (await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN'})).newPage()
 await p.addInitScript(()=>{const chk=()=>{const e=document.querySelector('#userName'); if(e) requestAnimationFrame(()=>requestAnimationFrame(()=>{window.__ok=performance.now()})); else requestAnimationFrame(chk)}; requestAnimationFrame(chk)})
 await p.goto(urls[k],{waitUntil:'commit'}); await p.waitForFunction(()=>window.__ok); login[k].push(await p.evaluate(()=>window.__ok)); await b.close()
}
const med=a=>[...a].sort((x,y)=>x-y)[a.length>>1]
for (const [n,o] of [['rows',out],['long',long],['login',login],['switch',sw]]) console.log(n,'A',med(o.A).toFixed(0),'B',med(o.B).toFixed(0),'B/A',(med(o.B)/med(o.A)).toFixed(3),' paired',med(o.A.map((a,i)=>o.B[i]/a)).toFixed(3))
