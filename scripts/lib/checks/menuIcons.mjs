import { existsSync, readFileSync } from 'node:fs'
import { menuIcons as drawing } from '../menuIcons.mjs'
import { at } from '../paths.mjs'
import { projectFiles } from '../projectFiles.mjs'

/** src/ui/shell/menu/menuIcons.svg is what menuIcons.json names, and has every icon that a page's menu says, one for each page. */
export const menuIcons = () => {
  const wanted = drawing()
  const file = at('src', 'ui', 'shell', 'menu', 'menuIcons.svg')
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === wanted
  const said = projectFiles(['src/resources']).flatMap((page) => [...readFileSync(at(page), 'utf8').matchAll(/ icon: '(\w+)'/g)])
  const words = said.map(([, word]) => word)
  const shared = [...new Set(words.filter((word, place) => words.indexOf(word) < place))]
  const unknown = [...new Set(words.filter((word) => !wanted.includes(`id="${word}"`)))]
  const drawings = wanted.match(/<path.*(?=<.symbol>)/g) ?? []
  const problems = [
    ...(new Set(drawings).size === drawings.length ? [] : ['menuIcons.json 里有两个词是同一个图标']),
    ...(isCurrent ? [] : ['menuIcons.svg 与 menuIcons.json 不一致，请运行 node scripts/menu-icons.mjs']),
    ...shared.map((word) => `图标 ${word} 有两个页面在用，菜单里分不清`),
    ...unknown.map((word) => `图标 ${word} 不在 menuIcons.json 里`),
  ]
  return { seen: said.length, problem: problems.length > 0 ? problems.join('\n') : null }
}
