import { describe, expect, it } from 'vitest';
import { storedEvents } from '@/src/panel/conversation/convert-message-to-events';
import { CARD_STORIES, ENTRY_STORIES } from './conversation-stories';
import { RUN_STORIES } from './run-stories';
import type { StoryRows } from './story-rows';
import { viewOfStory } from './view-of-story';

const entriesOf = (rows: StoryRows) => storedEvents(viewOfStory(rows));

describe('the story of', () => {
  it.each(Object.entries(ENTRY_STORIES))('the entry %s shows one', (kind, rows) => {
    expect(entriesOf(rows).map((entry) => entry.kind)).toContain(kind);
  });

  it.each(Object.entries(CARD_STORIES))('a card in the state %s shows one', (state, rows) => {
    const cards = entriesOf(rows).flatMap((entry) =>
      entry.kind === 'tool-group' ? entry.calls : entry.kind === 'tool' ? [entry] : [],
    );
    const states = cards.map(({ card }) => card.state);
    expect(states).toContain(state);
  });

  it.each(Object.entries(RUN_STORIES))('the run state %s has a run in it', (state, rows) => {
    expect(rows.run?.status.state).toBe(state);
  });
});
