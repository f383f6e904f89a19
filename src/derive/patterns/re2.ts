import { RE2JS } from 're2js'
import type { Matcher } from './linearPatterns.ts'

/** Compiles a pattern in the syntax of JavaScript for RE2's engine, whose time is linear in the text; throws for what it has not: back references and look-around. */
export const compileLinear = (pattern: string): Matcher => {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
  return (text) => compiled.matcher(text).find()
}
