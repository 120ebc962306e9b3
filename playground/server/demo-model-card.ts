/** The one model that the playground answers for. No rule hides it. */
export const DEMO_MODEL_ID = 'demo/assistant';

/** How the demo model stands in the list of models. */
export const DEMO_MODEL_CARD = {
  id: DEMO_MODEL_ID,
  object: 'model',
  created: Date.UTC(2024, 0, 1) / 1000,
  owned_by: 'steward-demo',
  description:
    'A rule-based stand-in for trying and testing, not a language model: it answers by fixed rules from what the request holds.',
} as const;
