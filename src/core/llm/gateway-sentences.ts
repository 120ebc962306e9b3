/**
 * Fixed sentences of gateways that refuse in Chinese and give no code, by kind. Only the part before the first inserted value is compared.
 * Sources: QuantumNous/new-api (`i18n/locales/zh-CN.yaml`, `service/billing_session.go`, `middleware/auth.go`) and
 * songquanpeng/one-api (`model/token.go`, `middleware/auth.go`, `middleware/distributor.go`, `controller/relay.go`).
 */
export const GATEWAY_SENTENCES = {
  'denied-model': ['该令牌无权访问模型', '该令牌无权使用模型', '该令牌无权访问任何模型', '无权访问该分组'],
  'no-model': ['无可用渠道', '的可用渠道失败', '无有效上游渠道', '未指定模型名称'],
  quota: ['额度已用尽', '用户额度不足', '令牌额度不足', '预扣费额度失败'],
  key: ['无效的令牌', '未提供令牌', '该令牌已过期', '该令牌状态不可用', '令牌验证失败'],
  busy: ['您已达到请求数限制', '您已达到总请求数限制', '当前分组上游负载已饱和'],
  'upstream-key': ['没有可用的渠道密钥'],
  refused: ['用户已被封禁', '该渠道已被禁用', '该令牌只能在指定网段使用', '您的 IP 不在令牌允许访问的列表中'],
} as const;
