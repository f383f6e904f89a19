import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { at } from './paths.mjs'

const { resolve } = createRequire(import.meta.url)

const symbol = ([word, name]) => {
  const drawn = readFileSync(resolve(`@ant-design/icons-svg/inline-svg/outlined/${name}.svg`), 'utf8')
  const [, box, shapes] = /^<svg [^>]*viewBox="([^"]+)"[^>]*>(.+)<\/svg>\s*$/s.exec(drawn) ?? []
  if (!shapes) throw new Error(`${name}.svg 不是一个能收进一张图的图标`)
  return `<symbol id="${word}" viewBox="${box}">${shapes.replaceAll(' />', '/>')}</symbol>\n`
}

/** The text of src/ui/shell/menu/menuIcons.svg: the icons of menuIcons.json, each a symbol by its word. */
export const menuIcons = () => {
  const words = JSON.parse(readFileSync(at('src', 'ui', 'shell', 'menu', 'menuIcons.json'), 'utf8'))
  return `<svg xmlns="http://www.w3.org/2000/svg"><title>菜单图标</title>\n${Object.entries(words).map(symbol).join('')}</svg>\n`
}
