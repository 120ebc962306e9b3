// Facts of July 2026: the rules of gitleaks (commit b58d3f10) and of secretlint's recommended preset, and what the providers of
// models document. Forms without a distinctive mark, such as 32 hexadecimal digits, are left out: an id may have the same form.

/** Prefixes after which anything may follow. */
const OPEN_PREFIXES = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek, LiteLLM, Langfuse and others; NVIDIA
  '(?:sk|pk|rk)-|nvapi-',
  // GitLab, Slack's apps, Docker, Tailscale, Heroku, Postman, Brevo, 1Password
  'gl(?:pat|ptt|rt|dt|ft|soat|cbt|agent|oas|imt|ffct)-|xapp-|dckr_(?:pat|oat)_|tskey-|HRKU-|PMAK-|xkeysib-|ops_eyJ',
  // Google, Shopify, Vault, Doppler, Alibaba, Atlassian, Grafana, Sentry
  'AIza|ya29\\.|GOCSPX-|AQ\\.|shp(?:at|ca|pa|ss)_|hv[sb]\\.|dp\\.(?:pt|st|ct|sa|scim)\\.|LTAI|ATATT3|gl(?:c|sa)_|sntry[su]_',
  // Amazon Bedrock, Figma, PyPI, PlanetScale, Supabase, Baidu, Google's refresh tokens
  'ABSK|bedrock-api-key-|fig[do]_|pypi-|pscale_(?:tkn|oauth|pw)_|sb[pv]?_secret_|ALTAK-|1//0',
];

/** Prefixes that names may have too, so only letters and digits may follow directly. */
const NARROW_PREFIXES = [
  // Groq, xAI, Perplexity, Hugging Face, Replicate, Fireworks, Together, Cerebras, Jina, Tavily, LangSmith, Voyage
  'gsk_|xai-|pplx-|hf_|api_org_|r8_|fw_|tgp_v1_|csk-|jina_|tvly-(?:dev-)?|lsv2_(?:pt|sk)_|pa-',
  // Friendli, RunPod, Pinecone, E2B
  'flp_|rpa_|pcsk_|e2b_',
  // Firecrawl, Cursor and Mailgun, Volcengine, Tencent, Meta and Square, Novita and ElevenLabs: words may begin like this, but have no digit soon after
  '(?:fc-|key[-_]|AKLT|AKID|EAA[AC]|sk_(?:\\w{3}_)?)(?=[A-Za-z]{0,12}\\d)',
  // GitHub, npm, Stripe, Linear, Notion, Databricks, DigitalOcean, Square, RubyGems, Supabase, Fly.io, Readme
  'gh[opsur]_|github_pat_|npm_|(?:sk|pk|rk)_(?:live|test|prod)_|whsec_|lin_api_|ntn_|dapi|do[opr]_v1_|sq0[a-z]{3}-|rubygems_|sbp_|fo1_|fm[12][ar]?_|rdme_',
];

/** Patterns of complete keys, and of addresses that contain one. */
const FORMS = [
  // Slack, Amazon, JSON Web Token, SendGrid, Telegram, Azure, HashiCorp, Airtable, OpenShift, Mailchimp
  'xox[abeoprs][-.][\\w-]{10,255}',
  '(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}',
  'eyJ[\\w-]{8,2000}\\.eyJ[\\w-]{8,4000}(?:\\.[\\w-]{0,4000})?',
  'SG\\.[\\w-]{16,64}\\.[\\w-]{16,64}',
  '\\d{8,10}:AA[\\w-]{32,33}',
  '[\\w~.]{3}\\dQ~[\\w~.-]{31,34}',
  '\\w{14}\\.atlasv1\\.[\\w-]{60,70}',
  'pat\\w{14}\\.[a-f0-9]{64}',
  'sha256~[\\w-]{43}',
  '[a-f0-9]{32}-us\\d{1,2}',
  // Z.ai and Ollama, Twilio
  '[a-f0-9]{32}\\.[\\w-]{16,64}',
  'SK[a-f0-9]{32}',
  // Addresses that are a key by themselves: hooks of Slack and Discord
  'hooks\\.slack\\.com/(?:services|workflows|triggers)/[\\w/+]{20,200}',
  'discord(?:app)?\\.com/api/webhooks/\\d{5,30}/[\\w-]{20,200}',
];

/** A pattern of keys that have at least this many characters after their prefix. */
export function keyPattern(least: number, flags: string): RegExp {
  const open = `(?:${OPEN_PREFIXES.join('|')})[\\w-]{${least},4000}`;
  const narrow = `(?:${NARROW_PREFIXES.join('|')})[A-Za-z0-9]{${least}}[\\w-]{0,4000}`;
  // Some keys have several long pieces. A short piece is the start of another sentence or the next segment of a path.
  const pieces = '(?:[.+/][\\w-]{16,4000}){0,20}={0,2}';
  // A key may follow an encoded character of an address directly.
  return new RegExp(
    `(?:\\b|(?<=%[0-9A-Fa-f]{2}))(?:(?:${open}|${narrow})${pieces}|${FORMS.join('|')})`,
    flags,
  );
}
