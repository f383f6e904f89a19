import { type ReactNode, useRef } from 'react'

/** Gives a list with one of its parts at another place. */
export const moved = <T,>(all: readonly T[], from: number, to: number): T[] => {
  const rest = all.toSpliced(from, 1)
  return rest.toSpliced(to, 0, ...all.slice(from, from + 1))
}

interface Props {
  id: string
  className: string
  /** The kinds of files that the system's own dialog offers. */
  accept: string
  onFiles: (files: readonly File[]) => void
  /** What is shown in it; `pick` opens the system's dialog. */
  children: (pick: () => void) => ReactNode
}

/** Where files are dropped, or chosen by a button in it. */
export const DropZone = ({ id, className, accept, onFiles, children }: Props) => {
  const picker = useRef<HTMLInputElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is an extra way; the button is the accessible one
    <div
      className={className}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children(() => picker.current?.click())}
      <input
        ref={picker}
        id={id}
        type="file"
        accept={accept}
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
