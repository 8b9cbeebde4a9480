// SPDX-License-Identifier: MIT
// Builds the page from the data that it carries.
import { readData } from './data';
import { experimentPage } from './experiment';
import { fitPage } from './fit';
import { runPage } from './run';
import './style.css';

const data = readData();
if ('experiment' in data) experimentPage(data.experiment);
else if ('fit' in data) fitPage(data.title, data.fit);
else runPage(data);
