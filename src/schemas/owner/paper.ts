/** 业主结算单 as it is printed. */
export const settlementText = `# 业主结算单

{owner_id}：

依委托协议 {agreement_id}，{month} 结算如下（{p_id}）。

租金 {rent} 元，代理费 {fee} 元，应付您 {net} 元（大写：{net:capitals}）。

{owner_settle_line.settlement_id:bill_id,price:total}

收款人签收：　　　　　　日期：`
