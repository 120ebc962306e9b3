import type { PageView } from './page-view';
import type { PageSight } from './read-conversation';

/** Words that many names carry and that make a good example, the best first. */
const KINDS = ['preview', 'exp', 'mini', 'audio', 'free', 'latest', 'turbo', 'flash', 'instruct'];
/** A name that can stand in a sentence as it is. */
const PLAIN_NAME = /^[\w.:@/+-]{1,60}$/;

/** Three requests that would make sense on this page now. */
export function exampleRequests(sight: PageSight): string[] {
  if (sight.kind === 'unseen') return ['block all preview models', 'only allow gpt-4o', 'what is hidden?'];
  const { page } = sight;
  const models = page.models.kind === 'listed' ? page.models.models : [];
  const visible = models.filter(({ isHidden, name }) => !isHidden && PLAIN_NAME.test(name));
  const hidden = models.find(({ isHidden, name }) => isHidden && PLAIN_NAME.test(name));
  const [first] = visible;
  const kind = KINDS.find(
    (word) => visible.filter(({ name }) => name.split(/[^a-z]+/).includes(word)).length > 1,
  );
  return [
    ...(kind === undefined ? [] : [`block ${kind} models`]),
    ...(hidden === undefined ? [] : [`why is ${hidden.name} hidden?`]),
    ...(first === undefined ? [] : [`only allow ${first.name}`]),
    ...aboutFile(page),
    'what is hidden?',
    'list the rules',
  ].slice(0, 3);
}

function aboutFile({ unsaved, providers, provider }: PageView): string[] {
  if (unsaved.length > 0) return ['save the changes'];
  const other = providers.find((name) => name !== provider && PLAIN_NAME.test(name));
  return other === undefined ? [] : [`switch to ${other}`];
}
