import { memo, useMemo } from 'react';
import { pageAnswer } from '@/src/core/tools/page-answer';
import { type ToolWords, useToolWords } from '@/src/panel/data/tool-words';
import { CallInWords } from '@/src/panel/kit/text/call-in-words';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { ToolStateIcon } from '@/src/panel/kit/tool-state-icon';
import { isSaidText, type Said, say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { SiteResults, SitesInForce } from './parts';
import { headingsOf, shownResults } from './result-views/read-result';
import { ResultViewList } from './result-views/result-view-list';
import type { ToolCardModel } from './tool-card-model';
import './tool-card.css';
import { spellOut } from '@/src/core/text/foreign-text';
import { durationOf } from '@/src/panel/kit/text/format-time';
import { ToolData } from './tool-data';

/** One tool call on a line, with its outcome. Unfolding the line shows the effect, the arguments and the data. */
export const ToolCard = memo(
  function ToolCard({ card }: { card: ToolCardModel }) {
    const words = useToolWords(card.name);
    const { data, state } = card;
    const results = useMemo(
      () => (data === null || state !== 'done' ? [] : shownResults(data, words.views)),
      [data, state, words.views],
    );
    const outcome = card.outcome ?? (results.length === 0 ? null : headingsOf(results));
    const answer = data === null ? null : pageAnswer(card.name, data);
    const saysMore = answer === null && isMessageShown(card, outcome, words);
    // A message that isn't from the catalogue comes from the tool, in English.
    const note = card.message !== null && (
      <Note text={card.message} lang={isSaidText(card.message) ? undefined : 'en'} />
    );
    const message =
      card.sites === null ? note : <SiteResults sites={card.sites.rows} message={card.message ?? ''} />;
    return (
      <div className="tool-card" data-state={state}>
        <details>
          <summary className="tool-line">
            <ToolStateIcon state={state} />
            <span className="visually-hidden">{t(`conversation.call.state.${state}`)} </span>
            <CallLine card={card} words={words} />
            {outcome !== null && (
              <span className="tool-outcome">
                {' '}
                <SaidWords said={outcome} />
              </span>
            )}
          </summary>
          <div className="tool-body">
            {!saysMore && message}
            <ResultViewList results={results} />
            <CallDetails card={card} />
            <Attempts cards={card.attempts} />
          </div>
        </details>
        {saysMore && message}
        {card.sites !== null && <SitesInForce tool={card.name} {...card.sites} />}
        {card.reason !== null && <Note text={card.reason} />}
        {card.userDecision !== null && <Note text={card.userDecision} />}
        {answer !== null && <PageAnswer text={answer} />}
      </div>
    );
  },
  (before, after) => isSameCard(before.card, after.card),
);

/**
 * True if the result's message is shown without unfolding: for a failure, a planned call, a call whose line has no outcome, and a commit,
 * which nothing undoes.
 */
function isMessageShown({ state }: ToolCardModel, outcome: Said | null, { isCommit }: ToolWords): boolean {
  return state === 'failed' || state === 'planned' || (state === 'done' && (outcome === null || isCommit));
}

function CallLine({ card, words }: { card: ToolCardModel; words: ToolWords }) {
  const line = card.args === null ? null : words.line(card.args);
  return <CallInWords className="tool-label" words={line} name={card.label} />;
}

function Note({ text, lang }: { text: Said; lang?: 'en' | undefined }) {
  return (
    <p className="tool-note secondary" lang={lang}>
      <SaidWords said={text} />
    </p>
  );
}

function Attempts({ cards }: { cards: readonly ToolCardModel[] }) {
  if (cards.length === 0) return null;
  return (
    <details className="tool-attempts">
      <summary className="secondary">{t('conversation.call.attempts', { count: cards.length })}</summary>
      {cards.map((card, index) => (
        // The index is a safe key: stored attempts never change.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <ToolCard key={index} card={card} />
      ))}
    </details>
  );
}

/** UTF-16 units and lines of a page tool's answer before the rest is folded: about three lines in a narrow panel. */
const MAX_ANSWER_CHARS = 140;
const MAX_ANSWER_LINES = 3;

/** The answer of a page tool, marked as the page's words. */
function PageAnswer({ text }: { text: string }) {
  const lines = text.split('\n').slice(0, MAX_ANSWER_LINES).join('\n');
  return (
    <blockquote className="tool-answer secondary">
      <p className="meta">{t('conversation.call.pageAnswer')}</p>
      <FoldedText text={text} maxChars={Math.min(MAX_ANSWER_CHARS, lines.length + 1)} isSpelledOut />
    </blockquote>
  );
}

/**
 * Compares only the fields that can change. Message and data are set once, together with the state, so their content needs no comparison.
 */
function isSameCard(before: ToolCardModel, after: ToolCardModel): boolean {
  return (
    before.state === after.state &&
    before.label === after.label &&
    before.durationMs === after.durationMs &&
    before.argumentsText === after.argumentsText &&
    (before.args === null) === (after.args === null) &&
    (before.data === null) === (after.data === null) &&
    before.attempts.length === after.attempts.length
  );
}

/** The technical details of an unfolded call: arguments and result, folded under the tool's name and duration. */
function CallDetails({ card }: { card: ToolCardModel }) {
  const { argumentsText, durationMs, told } = card;
  const data = told === null ? card.data : { message: told, ...card.data };
  return (
    <details className="tool-details">
      <summary className="secondary">
        <code>{spellOut(card.name)}</code>
        {durationMs !== null && <span className="meta"> {wordsOf(durationOf(durationMs))}</span>}
      </summary>
      <ToolData
        title="conversation.call.arguments"
        text={argumentsText === '' ? say('conversation.call.noArguments') : argumentsText}
      />
      {data !== null && <ToolData title="conversation.call.result" data={data} />}
    </details>
  );
}
