/** A household as a published list tells of it: no more than this. */
export interface ListRow {
  number: number
  masked_name: string
  receipt: string
  priority: number
  persons: number | null
  room_type: number
  lottery_no: number | null
}

/** What a list is of: its number, kind (1 the queue, 2 what was drawn), queue (room type 0 is all), moment (seconds), and the last event of the chain before it. */
export interface ListHead {
  number: string
  kind: number
  p_id: number
  room_type: number
  made_at: number
  chain_seq: number
  chain_hash: string
}

/** Gives a list as the file that is published: UTF-8, a line each, ended by LF; a household's words are divided by |, - stands for none. */
export const listText = (head: ListHead, rows: readonly ListRow[]): string => {
  const lines = [
    'anju-publication/1',
    `number ${head.number}`,
    `kind ${head.kind}`,
    `project ${head.p_id}`,
    `room_type ${head.room_type}`,
    `made_at ${head.made_at}`,
    `chain ${head.chain_seq} ${head.chain_hash}`,
    `count ${rows.length}`,
    ...rows
      .toSorted((one, other) => one.number - other.number)
      .map(({ number, masked_name, receipt, priority, persons, room_type, lottery_no }) =>
        [number, masked_name, receipt, priority, persons ?? '-', room_type, lottery_no ?? '-'].join('|'),
      ),
  ]
  return `${lines.join('\n')}\n`
}

/** Gives where in the chain a published list stands: the last event before it; null where the text says nothing of it. */
export const anchorIn = (text: string): { seq: number; hash: string } | null => {
  const [, seq, hash] = /^chain (\d+) ([0-9a-f]{64})$/m.exec(text) ?? []
  return seq && hash ? { seq: Number(seq), hash } : null
}
