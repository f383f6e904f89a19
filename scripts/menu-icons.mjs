import { writeFileSync } from 'node:fs'
import { menuIcons } from './lib/menuIcons.mjs'
import { at } from './lib/paths.mjs'

writeFileSync(at('src', 'ui', 'shell', 'menu', 'menuIcons.svg'), menuIcons())
process.stdout.write('已生成 src/ui/shell/menu/menuIcons.svg\n')
