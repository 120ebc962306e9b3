// Globals that the extension's modules need when they are loaded; so this module is imported first.
import './browser-global';
import 'fake-indexeddb/auto';
import '@/src/core/configure-zod';
import { createWording } from '@/src/core/text/wording';
import { showTexts } from '@/src/texts/i18n';
import { englishTexts } from '../own-texts';

// As the panel does before it is rendered.
showTexts(createWording(englishTexts, 'en', ['en-US']));
