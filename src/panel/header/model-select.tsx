import { Search } from 'lucide-react';
import { memo, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ModelInfo } from '@/src/core/llm/ai-service';
import { filterModels, groupModels, type ModelGroup } from '@/src/core/llm/group-models';
import { spellOut } from '@/src/core/text/foreign-text';
import { useQuery } from '@/src/panel/data/stored-data';
import type { ModelListState } from '@/src/panel/data/use-models';
import { MODEL_SELECT_ID } from '@/src/panel/kit/focus';
import { SecondarySaid } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { ModelAlias } from '@/src/schema/model-alias';
import { MAX_MODEL_ID_LENGTH } from '@/src/schema/values/limits';
import { type Said, say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { type AliasInUse, aliasOfValue, aliasValue } from './alias-choice';
import { isCut, isUnlisted } from './model-choice';
import './model-select.css';
import { IconButton } from '@/src/panel/kit/icon-button';

interface ModelSelectProps {
  modelList: ModelListState;
  /** The chat's model if it belongs to the connection whose models are listed; null while none is chosen. */
  chosen: string | null;
  /** The user's names for models, listed before the models. */
  aliases: readonly ModelAlias[];
  /** The alias that the chat uses; null if it uses none. */
  alias: AliasInUse | null;
  /** The connection's name, for messages. */
  connectionLabel: string;
  /** Summary of the chat's model settings; null without a chat. */
  settings: Said | null;
  onChoose(connectionId: string, model: string): void;
  onChooseAlias(name: string): void;
}

/** Value of the option to type an id that isn't listed. It is a control character, with which no real id begins. */
const TYPED = '\u0002';

const NONE: readonly ModelInfo[] = [];

/** Number of models above which the list has a filter button. */
const MANY_MODELS = 50;

/** Select with the models of the connection in use, by group, with notes on problems below. */
export function ModelSelect(props: ModelSelectProps) {
  const { modelList, chosen, aliases, alias, connectionLabel, settings, onChoose, onChooseAlias } = props;
  const [filter, setFilter] = useState<string | null>(null);
  /** True once the list may be opened soon, for which the marks of models are read. */
  const [isNear, setIsNear] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const filterButton = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const models = shownModels(modelList);
  const listedId = isNear && 'connectionId' in modelList ? modelList.connectionId : null;
  const marks = useQuery(
    listedId === null
      ? null
      : async ({ modelChecks }) => {
          const checks = await modelChecks(listedId);
          return (await import('./model-marks')).marksOf(checks);
        },
    [listedId],
  );
  const { groups, more } = useMemo(() => offeredModels(models, filter ?? ''), [models, filter]);
  const isOffered = groups.some((group) => group.models.some(({ id }) => id === chosen));
  const isLoading = modelList.state === 'loading';
  const emptyState = models.length === 0 ? modelList.state : 'loaded';
  // '' while the filter is closed.
  const typed = (filter ?? '').trim();
  const choose = (model: string) => {
    if ('connectionId' in modelList) onChoose(modelList.connectionId, model);
  };
  const closeFilter = () => {
    flushSync(() => setFilter(null));
    // The focused field is removed. If the list has become short, the filter button is removed, too.
    (filterButton.current ?? select.current)?.focus();
  };
  return (
    <div className="model-select">
      <div className="model-row">
        <select
          ref={select}
          id={MODEL_SELECT_ID}
          aria-label={t('header.model.label')}
          aria-describedby={noteId}
          aria-invalid={alias !== null && alias.problem !== null}
          aria-busy={isLoading}
          value={alias === null ? (chosen ?? '') : aliasValue(alias.name)}
          onFocus={() => setIsNear(true)}
          onPointerEnter={() => setIsNear(true)}
          disabled={settings === null || (modelList.state === 'none' && aliases.length === 0)}
          title={
            chosen === null || settings === null
              ? undefined
              : `${spellOut(chosen)}\n${t('header.model.settingsTooltip', { settings })}`
          }
          onChange={({ target: { value } }) => {
            const name = aliasOfValue(value);
            if (value === TYPED) setFilter('');
            else if (name === null) choose(value);
            else onChooseAlias(name);
          }}
        >
          <AliasOptions aliases={aliases} alias={alias} />
          {chosen === null && <option value="">{t(`header.model.empty.${emptyState}`)}</option>}
          {chosen !== null && !isOffered && <option value={chosen}>{spellOut(chosen)}</option>}
          {isLoading && <option disabled>{t('header.model.cached')}</option>}
          {filter !== null && groups.length === 0 && <option disabled>{t('header.model.noMatch')}</option>}
          {groups.map((group) => (
            <ModelOptions key={group.name ?? ''} group={group} chosen={chosen} marks={marks} />
          ))}
          {more > 0 && <option disabled>{t('header.model.notListed', { count: more })}</option>}
          {modelList.state !== 'none' && <option value={TYPED}>{t('header.model.type')}</option>}
        </select>
        {(models.length > MANY_MODELS || filter !== null) && (
          <IconButton
            ref={filterButton}
            icon={Search}
            labelKey="header.model.filter"
            aria-expanded={filter !== null}
            onClick={() => setFilter(filter === null ? '' : null)}
          />
        )}
      </div>
      {filter !== null && (
        <ModelFilter value={filter} count={models.length} onChange={setFilter} onClose={closeFilter} />
      )}
      {typed !== '' && models.every(({ id }) => id !== typed) && (
        <button
          type="button"
          className="model-typed"
          onClick={() => {
            choose(typed);
            closeFilter();
          }}
        >
          {t('header.model.use', { model: spellOut(typed) })}
        </button>
      )}
      <div id={noteId} className="model-notes">
        {alias !== null && alias.problem !== null && (
          <p className="inline-error" role="alert">
            <SaidWords said={alias.problem} />
          </p>
        )}
        <ModelNotes modelList={modelList} chosen={chosen} connectionLabel={connectionLabel} />
      </div>
    </div>
  );
}

interface ModelFilterProps {
  value: string;
  /** Number of models in the list. */
  count: number;
  onChange(value: string): void;
  onClose(): void;
}

function ModelFilter({ value, count, onChange, onClose }: ModelFilterProps) {
  return (
    <input
      type="search"
      className="model-filter"
      aria-label={t('header.model.filterLabel')}
      placeholder={t('header.model.filterPlaceholder', { count })}
      // biome-ignore lint/a11y/noAutofocus: the user has just opened this field.
      autoFocus
      maxLength={MAX_MODEL_ID_LENGTH}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && onClose()}
    />
  );
}

const ModelOptions = memo(function ModelOptions({
  group,
  chosen,
  marks,
}: {
  group: ModelGroup;
  chosen: string | null;
  /** By model, the result of its check; missing until they are read. */
  marks: ReadonlyMap<string, string> | undefined;
}) {
  const options = group.models.map(({ id, shortName }) => (
    // The closed list shows only the chosen model, so its option has the full id.
    <option key={id} value={id}>
      {spellOut(id === chosen ? id : shortName)}
      {marks?.get(id)}
    </option>
  ));
  return group.name === null ? options : <optgroup label={spellOut(group.name)}>{options}</optgroup>;
});

/** Maximum number of models in the list. The filter finds the rest. */
const MAX_OFFERED_MODELS = 1_000;
/** Maximum length of all ids in the list together, in UTF-16 units. */
const MAX_OFFERED_CHARS = 50_000;

/** The first models that match the filter, by group, and the number of further matches. */
function offeredModels(models: readonly ModelInfo[], filter: string): { groups: ModelGroup[]; more: number } {
  const matching = filterModels(models, filter);
  let chars = 0;
  const offered = matching.slice(0, MAX_OFFERED_MODELS).filter(({ id }) => {
    chars += id.length;
    return chars <= MAX_OFFERED_CHARS;
  });
  return { groups: groupModels(offered), more: matching.length - offered.length };
}

function shownModels(modelList: ModelListState): readonly ModelInfo[] {
  if (modelList.state === 'loading') return modelList.lastListed;
  return modelList.state === 'loaded' ? modelList.models : NONE;
}

interface AliasOptionsProps {
  aliases: readonly ModelAlias[];
  /** The alias that the chat uses; null if it uses none. */
  alias: AliasInUse | null;
}

/** The user's aliases as a group of options, each with its model. A deleted alias is listed while the chat uses it. */
function AliasOptions({ aliases, alias }: AliasOptionsProps) {
  const isGone = alias !== null && aliases.every(({ name }) => name !== alias.name);
  if (aliases.length === 0 && !isGone) return null;
  return (
    <optgroup label={t('header.alias.group')}>
      {isGone && (
        <option value={aliasValue(alias.name)}>{t('header.alias.gone', { name: alias.name })}</option>
      )}
      {aliases.map(({ name, model }) => (
        <option key={name} value={aliasValue(name)}>
          {name} → {spellOut(model)}
        </option>
      ))}
    </optgroup>
  );
}

interface ModelNotesProps {
  modelList: ModelListState;
  chosen: string | null;
  connectionLabel: string;
}

/**
 * Note on a list that reached its limit, or on a chosen model that isn't listed. Problems of the whole connection are shown by a banner.
 */
function ModelNotes({ modelList, chosen, connectionLabel }: ModelNotesProps) {
  if (modelList.state === 'loaded' && isCut(modelList.models)) {
    const { length } = modelList.models;
    return (
      <p className="secondary">
        {t('header.model.onlyFirst', { count: length, connection: connectionLabel })}
      </p>
    );
  }
  if (!isUnlisted(modelList, chosen)) return null;
  return (
    <SecondarySaid
      said={say('header.model.unlisted', { connection: connectionLabel, model: chosen ?? '' })}
    />
  );
}
