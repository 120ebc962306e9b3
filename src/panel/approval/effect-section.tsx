import { Minus, Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { NameText } from '@/src/panel/kit/page-names/name-text';
import type { EffectList, EffectName } from '@/src/schema/dry-run';
import type { Said } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import { LongList } from './long-list';

/** Number of names that a group shows before it is unfolded. */
const FEW_NAMES = 3;
/** Number of groups that are shown before the rest is unfolded. */
const FEW_GROUPS = 5;

/** Names that a change affects for the same reason. */
interface EffectGroup {
  /** The reason, such as "by ignore rule …"; null if there is none. */
  detail: Said | null;
  names: string[];
}

/** The names that a change affects, grouped by reason, below a heading with icon, title and count. */
export function EffectSection({ effect }: { effect: EffectList }) {
  const { kind, names, total } = effect;
  const title = wordsOf(effect.title);
  const Icon = ICONS[kind];
  const [isWhole, setIsWhole] = useState(false);
  const groups = groupsOf(names);
  const shown = isWhole ? groups : groups.slice(0, FEW_GROUPS);
  const rest = groups.length - shown.length;
  const unlisted = total - names.length;
  return (
    <section className="effect" data-kind={kind} aria-label={title}>
      <h3>
        <Icon className="icon" />
        <span>{title}</span>
        <span className="effect-total">{formatNumber(total)}</span>
      </h3>
      {shown.filter(isGroup).map((group) => (
        <GroupNames
          key={keyOf(group)}
          title={title}
          group={group}
          // A single group would repeat the count of the heading.
          isCounted={groups.length > 1 && unlisted === 0}
        />
      ))}
      <SingleNames title={title} groups={shown.filter((group) => !isGroup(group))} />
      {rest > 0 && (
        <button type="button" className="quiet unfold" onClick={() => setIsWhole(true)}>
          {t('approval.list.moreReasons', { count: rest })}
        </button>
      )}
      {unlisted > 0 && <p className="secondary">{t('approval.list.notListed', { count: unlisted })}</p>}
    </section>
  );
}

/** The groups by size, the largest first. */
function groupsOf(names: readonly EffectName[]): EffectGroup[] {
  const groups = new Map<string, EffectGroup>();
  for (const { name, detail } of names) {
    const key = keyOf({ detail });
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { detail, names: [name] });
    else group.names.push(name);
  }
  return [...groups.values()].sort((a, b) => b.names.length - a.names.length);
}

function keyOf({ detail }: Pick<EffectGroup, 'detail'>): string {
  return detail === null ? '' : wordsOf(detail);
}

function isGroup({ names }: EffectGroup): boolean {
  return names.length > 1;
}

/** One line for each name that is alone in its group, with the reason. */
function SingleNames({ title, groups }: { title: string; groups: readonly EffectGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <ul className="effect-group" aria-label={title}>
      {groups.map(({ detail, names }) => (
        <li key={keyOf({ detail })}>
          <span className="mono">
            <NameText text={names.join('')} />
          </span>
          {detail !== null && (
            <span className="secondary">
              {' '}
              <NameText text={detail} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface GroupNamesProps {
  title: string;
  group: EffectGroup;
  isCounted: boolean;
}

function GroupNames({ title, group: { detail, names }, isCounted }: GroupNamesProps) {
  // If only one name is left, it isn't folded: it takes no more room than the button.
  const few = names.length > FEW_NAMES + 1 ? FEW_NAMES : names.length;
  return (
    <div className="effect-group">
      {detail !== null && (
        <p className="secondary">
          <NameText text={detail} />
          {isCounted && (
            <>
              {' '}
              <span className="effect-total">{formatNumber(names.length)}</span>
            </>
          )}
        </p>
      )}
      <div className="effect-names">
        <LongList
          label={detail === null ? title : t('common.facts', { first: title, second: detail })}
          entries={names}
          few={few}
          // The name alone isn't a key, since it may occur twice.
          keyOf={(name, index) => `${index} ${name}`}
          moreText={({ length }) => t('approval.list.more', { count: length })}
        >
          {(name) => (
            <span className="mono">
              <NameText text={name} />
            </span>
          )}
        </LongList>
      </div>
    </div>
  );
}

const ICONS = { loss: Minus, gain: Plus, warning: TriangleAlert };
