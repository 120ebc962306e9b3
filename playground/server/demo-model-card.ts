/** Prefix of the playground's own model ids, which are never forwarded. */
export const DEMO_MODEL_PREFIX = 'demo/';

/** The only model that the playground itself answers for. No rule hides it. */
export const DEMO_MODEL_ID = `${DEMO_MODEL_PREFIX}assistant`;

/** The entry of the demo model in the list of models. */
export const DEMO_MODEL_CARD = {
  id: DEMO_MODEL_ID,
  object: 'model',
  created: Date.UTC(2024, 0, 1) / 1000,
  owned_by: 'steward-demo',
  description:
    'A rule-based stand-in for trying and testing, not a language model: it answers by fixed rules from what the request holds.',
} as const;
