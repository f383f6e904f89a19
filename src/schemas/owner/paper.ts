/** 业主结算单 as it is printed. */
export const settlementText = `{owner_id}：

依委托协议 {agreement_id}（{book}），{p_id}结算到 {month}，如下。

租金 {rent} 元，代理费 {fee} 元，应付您 {net} 元（大写：{net:capitals}）。

{owner_settle_line.settlement_id:bill_id,custom_name,start_date,end_date,price:total}

收款人签收：　　　　　　　　日期：`

/** 财政结算单 as it is printed. */
export const treasuryText = `{owner_id}：

依 {agreement_id}，{p_id} {month} 代收的租金如下。

已收租金 {rent} 元，手续费 {fee} 元，应缴财政 {net} 元（大写：{net:capitals}）。

{owner_settle_line.settlement_id:bill_id,custom_name,start_date,end_date,price:total}

缴款单位（章）：　　　　　　经办人：　　　　　　日期：`
