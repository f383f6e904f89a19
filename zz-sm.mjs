import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
const require=createRequire('/tmp/tm/x.js')
let TraceMap, eachMapping
try { ({TraceMap,eachMapping}=require('@jridgewell/trace-mapping')) } catch(e){ console.log('no tm'); process.exit() }
for (const f of readdirSync('/tmp/smap/client/assets').filter(f=>/^(base|shell|Shell|index)-.*\.js$/.test(f))) {
  const code=readFileSync('/tmp/smap/client/assets/'+f,'utf8'); const lines=code.split('\n')
  const map=new TraceMap(readFileSync('/tmp/smap/client/assets/'+f+'.map','utf8'))
  const per={}, perFile={}; let last=null
  const add=(src,n)=>{ const m=/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(src??''); const k=m?m[1]:(src??'?').replace(/.*\/src\//,'src/').split('/').slice(0,2).join('/'); per[k]=(per[k]??0)+n; const g=(src??'?').replace(/.*node_modules\//,''); perFile[g]=(perFile[g]??0)+n }
  eachMapping(map,m=>{ if(last){ if(m.generatedLine===last.generatedLine) add(last.source,m.generatedColumn-last.generatedColumn); else add(last.source,lines[last.generatedLine-1].length-last.generatedColumn)} last=m })
  console.log('==',f,code.length); console.log(Object.entries(per).sort((a,b)=>b[1]-a[1]).slice(0,26).map(([k,v])=>`${k} ${v}`).join('\n'))
  if(/^shell|^base/.test(f)) console.log('  files:',Object.entries(perFile).sort((a,b)=>b[1]-a[1]).slice(0,160).map(([k,v])=>`${k} ${v}`).join('\n   '))
}
// lines of refine kept
for (const f of readdirSync('/tmp/smap/client/assets').filter(f=>/^shell-.*\.js$/.test(f))) {
  const map=new TraceMap(readFileSync('/tmp/smap/client/assets/'+f+'.map','utf8')); const L=new Set()
  eachMapping(map,m=>{ if(m.source?.includes('@refinedev/core')) L.add(m.originalLine)})
  const src=readFileSync('node_modules/@refinedev/core/dist/index.mjs','utf8').split('\n'); 
  const kept=[]; for(const n of [...L].sort((a,b)=>a-b)) { const l=src[n-1]; const m=/^(?:var|function|const|async function) (\w+)/.exec(l); if(m) kept.push(m[1]+':'+n) }
  console.log('KEPT',kept.length,kept.join(' '))
}
