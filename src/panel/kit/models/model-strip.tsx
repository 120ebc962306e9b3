import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { memberOf } from '@/src/core/json-values';
import { spellOut } from '@/src/core/text/foreign-text';
import {
  countMarks,
  MARK_STATES,
  type ModelMark,
  type ModelStrip as Strip,
} from '@/src/schema/values/model-strip';
import { type Said, say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import './marks.css';
import './model-strip.css';

const STATE_TEXTS = {
  visible: 'models.visible',
  kept: 'models.kept',
  hidden: 'models.hidden',
  lost: 'models.lost',
  back: 'models.back',
  unknown: 'models.unknown',
} as const;

/**
 * Every model of a page as one mark. The name of a mark is shown below while the pointer is over it, and when the arrow keys reach it. A
 * table has the numbers for screen readers.
 */
export function ModelStrip({ strip }: { strip: Strip }) {
  const [at, setAt] = useState<number | null>(null);
  const marks = strip.groups.flatMap((group) => group.marks);
  const current = at === null ? undefined : marks[at];

  const point = ({ target }: PointerEvent) => {
    const index = target instanceof HTMLElement ? target.dataset.index : undefined;
    if (index !== undefined) setAt(Number(index));
  };
  const move = (event: KeyboardEvent) => {
    const last = marks.length - 1;
    const [before, next] = at === null ? [last, 0] : [Math.max(at - 1, 0), Math.min(at + 1, last)];
    const keys = {
      ArrowRight: next,
      ArrowDown: next,
      ArrowLeft: before,
      ArrowUp: before,
      Home: 0,
      End: last,
    };
    const target = memberOf(keys, event.key);
    if (target === null) return;
    event.preventDefault();
    setAt(target);
  };

  if (marks.length === 0) return null;
  return (
    <figure className="model-strip">
      <div
        className="strip-groups"
        role="slider"
        tabIndex={0}
        aria-label={t('models.strip')}
        aria-readonly
        aria-valuemin={1}
        aria-valuemax={marks.length}
        aria-valuenow={(at ?? 0) + 1}
        aria-valuetext={wordsOf(current === undefined ? legendOf(strip) : markText(current))}
        onKeyDown={move}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        <Groups strip={strip} at={at} />
      </div>
      <figcaption>
        <span className="strip-legend" data-shown={current === undefined}>
          {legendEntries(strip).map(({ state, text }) => (
            <span key={state}>
              <i data-state={state} />
              {wordsOf(text)}
            </span>
          ))}
          {marks.some(({ isUnsaved }) => isUnsaved) && (
            <span>
              <i data-state="visible" data-unsaved />
              {t('models.unsaved')}
            </span>
          )}
        </span>
        <span className="strip-current">{current !== undefined && wordsOf(markText(current))}</span>
      </figcaption>
      <CountTable strip={strip} />
    </figure>
  );
}

function Groups({ strip: { groups }, at }: { strip: Strip; at: number | null }) {
  let index = 0;
  return groups.map(({ name, marks }) => (
    <div key={name} className="strip-group" data-joined={name === null}>
      {groups.length > 1 && <span className="strip-name">{groupName(name)}</span>}
      {marks.map(({ state, isUnsaved }) => {
        const position = index++;
        return (
          <i
            key={position}
            data-index={position}
            data-state={state}
            data-unsaved={isUnsaved}
            data-current={position === at || undefined}
          />
        );
      })}
    </div>
  ));
}

/** The name of a group; null joins several. */
function groupName(name: string | null): string {
  return name === null ? t('models.others') : spellOut(name);
}

/** The states of a strip's models, each with its number. */
function legendEntries(strip: Strip): { state: ModelMark['state']; text: Said }[] {
  const counts = countMarks(strip);
  return MARK_STATES.flatMap((state) => {
    const count = counts[state];
    if (count === undefined) return [];
    const label = say(STATE_TEXTS[state]);
    // A model may be in several groups, so only the numbers of a single one are shown.
    const isOne = strip.groups.length === 1;
    return { state, text: isOne ? say('common.labelled', { label, text: formatNumber(count) }) : label };
  });
}

function legendOf(strip: Strip): Said {
  return say('common.list', { items: legendEntries(strip).map(({ text }) => text) });
}

/** A mark's model, or the first one with the number of the others, and its state. */
function markText({ name, count, state, isUnsaved }: ModelMark): Said {
  const first = count > 1 ? `${spellOut(name)} +${formatNumber(count - 1)}` : spellOut(name);
  const facts = say('common.facts', { first, second: say(STATE_TEXTS[state]) });
  return isUnsaved === true ? say('common.facts', { first: facts, second: say('models.unsaved') }) : facts;
}

/** The number of models of each group in each state, for screen readers. */
function CountTable({ strip: { groups } }: { strip: Strip }) {
  const states = legendEntries({ groups }).map(({ state }) => state);
  return (
    // Hidden by an element around it, since a table is never smaller than its contents.
    <div className="visually-hidden">
      <table>
        <caption>{t('models.strip')}</caption>
        <thead>
          <tr>
            <td />
            {states.map((state) => (
              <th key={state} scope="col">
                {t(STATE_TEXTS[state])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => {
            const counts = countMarks({ groups: [group] });
            return (
              <tr key={group.name}>
                <th scope="row">{groupName(group.name)}</th>
                {states.map((state) => (
                  <td key={state}>{formatNumber(counts[state] ?? 0 /* A group without such models. */)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
