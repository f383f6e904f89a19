/** What the list of a request says: what is to be issued, plainly no invoice. */
export const invoiceListText = `# 非发票

本单不是发票，不能作为报销、抵扣的凭证；发票以税务开具的数电发票为准。

申请号：{sn}　　状态：{status}　　{kind}
购买方：{buyer}　　纳税人识别号：{tax_no}
地址、电话：{address} {tel}
开户行及账号：{bank} {bank_account}

{invoice_line.invoice_id:row,item,month,address,rate,price:total,tax:total}

价税合计：¥{price}　　大写：{price:capitals}
发票号码：{number}　　开票日期：{issued_on}
备注：{note}`
