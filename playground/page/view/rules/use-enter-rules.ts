import { flushSync } from 'react-dom';
import type { RuleKind } from '../../../filter/decide';
import type { PageAction } from '../../state/page-action';
import { ruleViewsOf } from '../../state/page-view';
import { ruleFieldId } from '../element-ids';
import { useNavigation } from '../navigation';
import { usePage } from '../page-provider';

type EnteringAction = Extract<PageAction, { type: 'rules-added' | 'rule-entered' }>;

/** Enters rules and shows the result: the last rule added, or the field with the reason why none was. */
export function useEnterRules(): (action: EnteringAction) => void {
  const { store } = usePage();
  const navigation = useNavigation();
  return (action) => {
    flushSync(() => store.dispatch(action));
    const state = store.getState();
    const { kind } = action;
    if (state.fields[kind].outcomes.some((outcome) => outcome.kind === 'added')) {
      navigation.showRule({ kind, index: ruleViewsOf(state, kind).length - 1 });
    } else {
      showField(kind);
    }
  };
}

function showField(kind: RuleKind): void {
  document.getElementById(ruleFieldId(kind))?.scrollIntoView({ block: 'nearest' });
}
