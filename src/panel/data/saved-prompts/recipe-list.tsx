import { useState } from 'react';
import { Paragraph } from '@/src/panel/kit/text/paragraph';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import { useQuery } from '../stored-data';
import { PromptSheet } from './parts';

const MAX_OFFERED = 3;

/** The recipes, each with a button that opens its form; in a chat, up to three for its kind of pages. `adapterId`: null in the settings. */
export function RecipeList({ adapterId }: { adapterId: string | null }) {
  const prompts = useQuery((queries) => queries.savedPrompts(), []) ?? [];
  const all = prompts.filter(({ recipe }) => recipe && recipe.adapterId === (adapterId ?? recipe.adapterId));
  const recipes = adapterId === null ? all : all.slice(0, MAX_OFFERED);
  const [chosen, setChosen] = useState<SavedPrompt | null>(null);
  if (recipes.length === 0) return adapterId === null && <Paragraph text="recipes.none" />;
  return (
    <>
      {adapterId !== null && <Paragraph text="recipes.title" />}
      <ul className="suggestions">
        {recipes.map((prompt) => (
          <li key={prompt.name}>
            <button type="button" onClick={() => setChosen(prompt)}>
              {prompt.name}
            </button>
          </li>
        ))}
      </ul>
      {chosen !== null && <PromptSheet prompt={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}
