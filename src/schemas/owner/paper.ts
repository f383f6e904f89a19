/** 业主结算单 as it is printed. */
export const settlementText = `{owner_id}：

依委托协议 {agreement_id}（{book}），{p_id}结算到 {month}，如下。

租金 {rent} 元，代理费 {fee} 元，应付您 {net} 元（大写：{net:capitals}）。

{owner_settle_line.settlement_id:bill_id,custom_name,start_date,end_date,price:total}

收款人签收：　　　　　　　　日期：`
