import { useSay } from './feedback';

/**
 * Copies texts joined by ", ", as the rule fields accept them, and shows a message: `names` says what was
 * copied, as in "3 names".
 */
export function useCopy(): (texts: readonly string[], names: string) => void {
  const say = useSay();
  return (texts, names) => {
    if (!window.isSecureContext) {
      say({ tone: 'failed', text: `${names} not copied: browsers allow it on https and local pages only.` });
      return;
    }
    navigator.clipboard.writeText(texts.join(', ')).then(
      () => say({ tone: 'done', text: `${names} copied` }),
      () => say({ tone: 'failed', text: `${names} not copied: the browser did not allow it.` }),
    );
  };
}
