import { chromium } from 'playwright-core'
import { writeFileSync } from 'node:fs'
const url=process.argv[2]??'http://127.0.0.1:8090'
const args=['--no-sandbox','--headless=new','--disable-gpu','--disable-dev-shm-usage','--disable-extensions']
let b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); let c=await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN'}); let p=await c.newPage()
await p.goto(url); await p.fill('#userName','admin'); await p.fill('#password','bench-2026'); await p.click('button[type=submit]'); await p.getByRole('tab').first().waitFor(); await p.waitForTimeout(1000)
const st=await c.storageState(); const ss=await p.evaluate(()=>({...sessionStorage})); await b.close()
for(let i=0;i<3;i++){
 b=await chromium.launch({executablePath:'/usr/bin/chromium',args}); c=await b.newContext({viewport:{width:1440,height:900},locale:'zh-CN',storageState:st}); 
 await c.addInitScript((s) => { if (!sessionStorage.length) for (const [k, v] of Object.entries(s)) sessionStorage.setItem(k, v) }, ss)
 await c.addInitScript(()=>{const chk=()=>{const e=[...document.querySelectorAll('.pane:not([inert]) tbody tr.row')].some(e=>e.textContent.includes('号')); if(e){performance.mark('rowsDom');requestAnimationFrame(()=>requestAnimationFrame(()=>{performance.mark('rows');window.__rows=performance.now()}))} else requestAnimationFrame(chk)}; requestAnimationFrame(chk)})
 p=await c.newPage(); 
 await b.startTracing(p,{categories:['devtools.timeline','v8.execute','blink.user_timing','loading','disabled-by-default-v8.compile','v8'],screenshots:false})
 await p.goto(url+'/#/homeList',{waitUntil:'commit'}); await p.waitForFunction(()=>window.__rows); await p.waitForTimeout(300)
 const buf=await b.stopTracing(); writeFileSync(`/tmp/tl/trace${i}.json`,buf); await b.close()
}
