import { type ReactNode, useContext, useEffect } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { NameGroupProvider } from '@/src/panel/kit/page-names/name-group';
import { NameText } from '@/src/panel/kit/page-names/name-text';
import { PageNamesContext } from '@/src/panel/kit/page-names/page-names';
import { sharesTabStop } from '@/src/panel/kit/shared-tab-stop';
import type { RuleUse } from '@/src/schema/values/rule-use';
import { t } from '@/src/texts/i18n';
import './marks.css';
import './rule-bars.css';

/**
 * Rules with a bar for the models that each one decides, in their lists, the most first. The dark part of a bar is for models that no other
 * rule matches. A rule with names of models can be opened, which shows it on the page. The rules share one tab stop.
 */
export function RuleBars({ rules }: { rules: readonly RuleUse[] }) {
  const lists = [...new Set(rules.map(({ list }) => list))];
  const most = Math.max(1, ...rules.map(({ decides }) => decides ?? 0)); // An unknown number is shown in words.
  return (
    <NameGroupProvider>
      <div className="rule-bars" ref={sharesTabStop}>
        {lists.map((list) => (
          <section key={list}>
            {lists.length > 1 && <h3>{spellOut(list)}</h3>}
            <ul>
              {rules
                .filter((rule) => rule.list === list)
                .toSorted((one, other) => (other.decides ?? -1) - (one.decides ?? -1)) // Unknown numbers are last.
                .map((rule) => (
                  <li key={`${rule.keeps} ${rule.pattern}`}>
                    <Rule rule={rule} most={most} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </NameGroupProvider>
  );
}

function Rule({ rule, most }: { rule: RuleUse; most: number }) {
  const { pattern, keeps, decides, alone, models } = rule;
  const state = keeps ? 'kept' : 'hidden';
  const width = (count: number) => ({ width: `${(100 * count) / most}%` });
  const count = (
    <span className="rule-count">
      {decides === null
        ? t('models.unknown')
        : t(keeps ? 'models.rules.keeps' : 'models.rules.hides', { count: decides })}
    </span>
  );
  if (models.length === 0) {
    return (
      <>
        <NameText text={pattern} /> {count}
      </>
    );
  }
  return (
    <RuleFold rule={rule}>
      {spellOut(pattern)} {count}
      <span className="rule-bar" aria-hidden="true">
        <i data-state={state} style={width(alone)} />
        <i data-state={state} data-shared style={width((decides ?? alone) - alone)} />
      </span>
    </RuleFold>
  );
}

/** A rule that unfolds the names of its models, each of which can be shown on the page. */
function RuleFold({ rule, children }: { rule: RuleUse; children: ReactNode }) {
  const { list, pattern, decides, alone, models } = rule;
  const names = useContext(PageNamesContext);
  // A name of the rule that no other list has.
  const name = `${list}: ${pattern}`;
  useEffect(() => names?.watch(name, () => undefined), [names, name]);
  const more = (decides ?? 0) - models.length; // A rule with models has a number.
  return (
    <details onToggle={(event) => event.currentTarget.open && names?.isInSight(name) && names.show(name)}>
      <summary>{children}</summary>
      <p className="meta">{t('models.rules.alone', { count: alone })}</p>
      <ul>
        {models.map((model) => (
          <li key={model}>
            <NameText text={model} />
          </li>
        ))}
        {more > 0 && <li>{t('approval.list.more', { count: more })}</li>}
      </ul>
    </details>
  );
}
