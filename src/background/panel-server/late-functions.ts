// Functions of commands that need the code of chats' prompts and tools. Imported dynamically, so that the background starts without it.

export { adapterFor } from '@/src/core/adapter/adapter-of-chat';
export { compareStates, memberNamed } from '@/src/core/adapter/compare-states';
export { previewPrompt, unusableTemplate } from '@/src/core/adapter/prompt-preview';
export { recipeOfChat } from '@/src/core/adapter/recipe';
export { toolWordings } from '@/src/core/adapter/tool-wording';
export { saveToolOf } from '@/src/core/checkpoints/saved-offers';
export { findNamedParts } from '@/src/core/context/find-named-parts';
export { knownSites } from './known-sites';
export { pageNews } from './page-news';
