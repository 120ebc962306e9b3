import type { Target } from './intent';

/** "The newest", "the latest"; not a word of a name such as `-latest`, and not "latest models" to be hidden. */
const NEWEST =
  /(?:^|\s)(?:the )?(?:(?:very )?(?:newest|most recent|most current)|(?:latest|last)(?=\s+(?:of|per|in|from|for|models?|versions?|releases?|ones?|members?)(?:\s|$)))(?=\s|$)|(?:^|\s)(?:the|its|their) latest(?=\s|$)/;

const FAMILY =
  /(?:^|\s)(?:famil(?:y|ies)|series|lines?|kinds?|types?|each (?:model|one)|every model|all models)(?=\s|$)/;
const ONE_MODEL = /(?:^|\s)(?:newest|latest|most recent|most current)(?: \S+)? (?:model|one)(?=\s|$)/;

const FILLER = new Set(
  `a all an and any by each every families family for from group in kind kinds last latest line lines member members
  model model's models most recent current my newest of one ones only out per release releases series the their its
  there type types version versions very`.split(/\s+/),
);

/** Reads "the newest of each family" and its like: which models by age. Null where a text asks for no such thing. */
export function readNewest(text: string): Extract<Target, { kind: 'newest' }> | null {
  if (!NEWEST.test(text)) return null;
  const words = text.split(/\s+/).filter((word) => word !== '' && !FILLER.has(word));
  const isOne = ONE_MODEL.test(text) && !FAMILY.test(text);
  return { kind: 'newest', among: isOne ? 'all' : 'family', words };
}
