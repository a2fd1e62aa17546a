import '../page/styles/tokens.css';
import '../page/styles/base.css';
import '../page/styles/layout.css';
import '../page/styles/parts.css';
import './review.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';

createRoot(document.getElementById('page')!).render(<App />);
