import { testCommands } from './run-commands';

testCommands('measures');
