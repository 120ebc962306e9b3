import { createWording } from '@/src/core/text/wording';
import { showTexts } from '@/src/texts/i18n';
import { englishTexts } from '../own-texts';

// As the panel does before it renders. In Vitest, the set-up has done so already.
showTexts(createWording(englishTexts, 'en', ['en-US']));
