/** The double's settings of one model, with the server's own names. */
export interface DoubleModel {
  id: string;
  name: string;
  base_model_id: string | null;
  is_active: boolean;
  meta: Record<string, unknown>;
  params: Record<string, unknown>;
  access_grants: { principal_type: string; principal_id: string; permission: string }[];
}

const FOR_ALL = [{ principal_type: 'user', principal_id: '*', permission: 'read' }];
/** The server fills up what a request leaves out. */
export const EMPTY_META = { profile_image_url: null, description: null, capabilities: null };

/** The ids that the double's connections offer. Some have slashes, and one is called like a member of every object. */
export const OFFERED_IDS = [
  'gemini/gemini-2.5-pro',
  'gemini/gemini-2.5-pro-preview-05-06',
  'gemini/gemini-3-flash-preview',
  'groq/llama-3.2-1b-preview',
  'openai/gpt-4o',
  'openai/gpt-4o-mini',
  'constructor',
];

/** The settings in which each test starts: everyone may choose three models, and a custom one. */
export function newDoubleModels(): DoubleModel[] {
  return [
    stored('gemini/gemini-2.5-pro', { access_grants: FOR_ALL }),
    stored('gemini/gemini-3-flash-preview', { access_grants: FOR_ALL }),
    stored('openai/gpt-4o', {
      access_grants: FOR_ALL,
      name: 'GPT-4o',
      params: { system: 'a private prompt' },
    }),
    stored('openai/gpt-4o-mini', { is_active: false }),
    stored('support', {
      access_grants: [{ principal_type: 'group', principal_id: 'support-team', permission: 'read' }],
      base_model_id: 'openai/gpt-4o',
      name: 'Support',
      meta: { ...EMPTY_META, hidden: true, description: 'Answers customers.' },
    }),
  ];
}

function stored(id: string, parts: Partial<DoubleModel>): DoubleModel {
  const empty = { base_model_id: null, is_active: true, params: {}, access_grants: [] };
  return { id, name: id, ...empty, meta: { ...EMPTY_META }, ...parts };
}
