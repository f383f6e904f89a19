/** 恢复单: what whoever brings the store back has to know, and a place where the passphrase is written by hand; it is never printed. */
export const recoverySheet = `这一张与备份、与服务器分开保管。丢了口令，备份里的密钥打不开，送到 S3 的备份全部打不开。

备份在：{place}
这一份：{name}　　做完于 {finished_at}
数据库：{size} MB　　文件：{files} 个　　密钥：{key}
密钥的指纹：{fingerprint}
数据库副本的 SHA-256：{sha256}

# 备份口令（手写，不打印）

＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿

S3 的地址与访问密钥（手写，备份在 S3 的才要）：＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿＿

写的人：＿＿＿＿＿＿＿＿　　日期：＿＿＿＿＿＿＿＿　　保管处：＿＿＿＿＿＿＿＿

# 怎样恢复

一、在装有 Node 20 的机器上取来同一版本的程序。
二、设环境变量：DATA_DIR（数据目录）、BACKUP_PASSPHRASE（上面的口令）；从 S3 恢复的另设 S3_ENDPOINT、S3_ACCESS_KEY、S3_SECRET。
三、看有什么：npm run restore -- --from 备份所在 --list
四、恢复到最新：npm run restore -- --from 备份所在　　到某一秒：加 --at "2026-11-22 10:00:00"
五、它先恢复到一旁，对账、核对文件，都对了才换上；原来的留在 DATA_DIR 的 before- 开头的目录里。
六、npm start。密钥不在备份里的，先把 secret.key 放进 DATA_DIR。
`
