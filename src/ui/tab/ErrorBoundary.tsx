import { Component, type ReactNode } from 'react'
import { t } from '../../providers/i18nProvider.ts'
import { reportCrash } from '../../providers/reportCrash.ts'
import { fetchAgain } from '../later/lazily.ts'
import { Button } from '../later/libraryParts.ts'
import './errorBoundary.css'

interface Props {
  children: ReactNode
  /** Of what lies over the pages, a dialog: closes it. What is said of its crash lies over them, too, and goes by this. */
  onClose?: () => void
}

/** Keeps the crash of a page, or of what lies over the pages, to itself, records it, and offers to try again. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override componentDidCatch(error: Error): void {
    reportCrash(error)
  }

  retry = (): void => {
    fetchAgain()
    this.setState({ error: null })
  }

  close = (): void => {
    this.retry()
    this.props.onClose?.()
  }

  override render(): ReactNode {
    if (!this.state.error) return this.props.children
    const isOver = this.props.onClose !== undefined
    return (
      <div className="refused" data-over={isOver} role="alert">
        <h2>{t`页面出错了`}</h2>
        <p>{t`已记录这个错误。可以重试；若仍出错，请刷新页面，或联系管理员。`}</p>
        <Button type="primary" onClick={this.retry}>
          {t`重试`}
        </Button>
        {isOver && <Button onClick={this.close}>{t`关闭`}</Button>}
      </div>
    )
  }
}
