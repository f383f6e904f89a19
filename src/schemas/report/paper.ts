/** 运营月报 as it is printed; who reads it reads Chinese. */
export const monthReportText = `{p_id}　　{month}

## 房源
房间 {rooms} 间，月末在租 {let} 间；本月起租 {begun} 间，退出 {ended} 间。
空置 {vacant_days} 间天，空置率 {vacancy_rate}%，空置损失 {loss} 元。

## 租金
本月应收 {due} 元，本月实收 {paid} 元，当期收缴率 {rate}%。
累计应收 {all_due} 元，累计实收 {all_paid} 元，累计收缴率 {all_rate}%。
月初陈欠 {old_due} 元，收回 {old_paid} 元。
月末欠租 {arrears} 元（大写：{arrears:capitals}）。

## 收支
租金收入 {revenue} 元，其他收入 {other} 元，成本费用 {cost} 元。
收款 {received} 元，付款 {spent} 元，月末在押押金 {deposits} 元。

制表：　　　　　　　　复核：　　　　　　　　负责人：`
