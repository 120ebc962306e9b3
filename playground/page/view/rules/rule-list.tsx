import { type Ref, useImperativeHandle, useRef } from 'react';
import { Virtualizer } from 'virtua';
import type { RuleKind } from '../../../filter/decide';
import { areModelsLoaded } from '../../state/page-view';
import { usePageState } from '../page-provider';
import { RuleItem } from './rule-item';
import { RuleCountContext, RuleListItem } from './rule-list-item';
import { RULE_MEASURES } from './rule-measures';
import { RuleMenu } from './rule-menu';
import { useRuleMarks } from './use-rule-marks';
import { useRuleRows } from './use-rule-rows';

/** Operations of a rule list for other components. */
export interface RuleListHandle {
  show(index: number): void;
  focus(index: number): void;
}

interface RuleListProps {
  kind: RuleKind;
  ref: Ref<RuleListHandle>;
  /** Called when the last rule was removed, since the focus has to move. */
  onEmptied: () => void;
}

/**
 * The rules of a list, in order. Tab focuses one of them, arrow keys move between them, Delete removes the
 * rule.
 */
export function RuleList({ kind, ref, onEmptied }: RuleListProps) {
  const isCounted = usePageState(areModelsLoaded);
  const markOf = useRuleMarks(kind);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRuleRows(kind, scroller, onEmptied);
  const { rules, activeIndex, show, focus } = rows;
  useImperativeHandle(ref, () => ({ show, focus }));
  return (
    <RuleMenu ruleOf={rows.ruleOf} onShowModels={rows.showModels} onRemove={rows.remove}>
      <div className="rule-list" ref={scroller} {...rows.listEvents}>
        <RuleCountContext value={rules.length}>
          <Virtualizer
            as="ul"
            item={RuleListItem}
            data={rules}
            itemSize={RULE_MEASURES.rowHeightPx}
            keepMounted={rules.length === 0 ? [] : [activeIndex]}
          >
            {(rule, index) => (
              <RuleItem
                key={rule.pattern}
                rule={rule}
                isCounted={isCounted}
                mark={markOf(rule.pattern)}
                isActive={index === activeIndex}
              />
            )}
          </Virtualizer>
        </RuleCountContext>
      </div>
    </RuleMenu>
  );
}
