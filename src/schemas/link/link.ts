/** What a link permits whoever has it to do. */
export const linkPurposes = { 1: '签署合同', 2: '申请住房', 3: '报修' } as const
/** How it reached them: by a message, or shown at the counter. */
export const linkWays = { 1: '短信', 2: '二维码' } as const
