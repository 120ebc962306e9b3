import { useSay } from './feedback';

/** Copies texts joined by ", ", the way the rule fields take them, and says so: `listed` names them, as in "3 names". */
export function useCopy(): (texts: readonly string[], told: string) => void {
  const say = useSay();
  return (texts, told) => {
    if (!window.isSecureContext) {
      say({ tone: 'failed', text: `${told} not copied: browsers allow it on https and local pages only.` });
      return;
    }
    navigator.clipboard.writeText(texts.join(', ')).then(
      () => say({ tone: 'done', text: `${told} copied` }),
      () => say({ tone: 'failed', text: `${told} not copied: the browser did not allow it.` }),
    );
  };
}
