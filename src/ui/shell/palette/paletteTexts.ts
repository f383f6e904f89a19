/** How the palette's box is called, and what may be typed into it: the box that waits for it says the same. */
export const PALETTE_LABEL = '查找页面、操作、房间、租客、业主、合同、账单'
export const PALETTE_ABOUT = '页面、操作、房号、姓名、手机号、合同号、账单号'
