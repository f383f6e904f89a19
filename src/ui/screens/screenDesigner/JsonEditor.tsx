import { json, jsonParseLinter } from '@codemirror/lang-json'
import { type Diagnostic, linter, lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { useEffect, useRef } from 'react'
import { type Problem, stepsOf } from '../../../core/check/shape.ts'
import { said, spokenLocale, t } from '../../../providers/i18nProvider.ts'

/** Where in the text a problem's place is: the value itself, or the nearest one around it that is there. */
const spanOf = (text: string, at: string): { from: number; to: number } => {
  const tree = parseTree(text)
  const steps = stepsOf(at)
  for (let depth = steps.length; tree && depth > 0; depth--) {
    const node = findNodeAtLocation(tree, steps.slice(0, depth))
    const marked = node?.parent?.type === 'property' ? node.parent : node
    if (marked) return { from: marked.offset, to: marked.offset + marked.length }
  }
  return { from: 0, to: Math.min(1, text.length) }
}

const marksOf = (text: string, problems: readonly Problem[]): Diagnostic[] =>
  problems.map(({ at, message, hint, id }) => ({
    ...spanOf(text, at),
    severity: 'error',
    message: `${said(message)}${hint ? t`（${said(hint)}）` : ''} ${id}`,
  }))

const words = {
  'Go to line': '转到行',
  go: '转到',
  Find: '查找',
  Replace: '替换',
  next: '下一个',
  previous: '上一个',
  all: '全部',
  'match case': '区分大小写',
  'by word': '整词',
  regexp: '正则',
  replace: '替换',
  'replace all': '全部替换',
  close: '关闭',
  'Fold line': '折叠',
  'Unfold line': '展开',
}

/** The editor's own words; it speaks English by itself. */
const phrases = () => EditorState.phrases.of(spokenLocale() === 'en-US' ? {} : words)

interface Props {
  text: string
  problems: readonly Problem[]
  onChange: (text: string) => void
}

/** An editor of JSON that marks problems at their places. */
export const JsonEditor = ({ text, problems, onChange }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const heard = useRef(onChange)
  heard.current = onChange
  const first = useRef(text)
  useEffect(() => {
    if (!place.current) return
    const editor = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          basicSetup,
          json(),
          linter(jsonParseLinter(), { delay: 300 }),
          lintGutter(),
          phrases(),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': t`声明的 JSON` }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) heard.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    const editor = view.current
    if (editor) editor.dispatch(setDiagnostics(editor.state, marksOf(editor.state.doc.toString(), problems)))
  }, [problems])
  return <div className="designer-json" ref={place} />
}
