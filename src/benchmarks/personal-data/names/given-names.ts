/** Common given names of several languages that are hardly anything else in a medical text. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `Aaliyah Aarav Aaron Abdul Abdullah Abdulrahman Abigail Abraham Ada Adam Adela Adele Adelheid Aditi Aditya Adrian Adriana Agata
Agnes Agnieszka Ahmad Ahmed Aileen Aine Aisha Aisling Ajay Akash Akira Alain Alan Albert Alberto Aldo Alejandra Alejandro
Aleksander Alessandra Alessandro Alessia Alex Alexander Alexandra Alfonso Alfred Alice Alicia Alina Alison Allison Alois Alvaro
Amalia Amanda Amelia Amina Amir Amit Amy Ana Ananya Anastasia Anders Andre Andrea Andreas Andrei Andrew Andrzej Anette Angela
Angelika Aniket Anil Anita Anja Anjali Anke Ann Anna Annalisa Anne Annelies Anneliese Annette Annie Annika Ansgar Anthony
Antoine Anton Antonella Antonia Antonina Antonio Aoife Ariana Arianna Arjun Arnaud Arnold Arthur Arturo Arun Asha Ashley Ashok
Astrid Audrey Axel Ayesha Ayla Ayse Aziz Barbara Barbora Barry Bartosz Beata Beatrice Beatriz Benedetta Benjamin Benoit
Bernadette Bernard Bernhard Berta Bertha Bettina Betty Beverly Bianca Bilal Birgit Birgitta Bjorn Blanca Bogdan Boris Bozena
Bradley Brandon Branislav Brenda Brian Bridget Brigitte Bruce Bruno Bryan Burak Caitlin Camille Carina Carla Carlos Carlotta
Carmela Carmen Caroline Carolyn Carsten Catalina Catherine Cecilia Cemal Chantal Charlene Charles Chiara Chinedu Chloe Christian
Christina Christine Christopher Ciara Cindy Claire Clara Claude Claudia Claudio Clemens Colin Connie Consuelo Corinna Cornelia
Cosimo Craig Cristina Cynthia Czeslaw Dagmar Damian Dan Daniel Daniela Danielle Danuta Dario David Davide Deborah Debra Deepak
Deirdre Denise Dennis Derek Detlef Diana Diane Diego Dieter Dilip Dimitri Divya Dmitri Dolores Dominic Dominik Dominika Donald
Donna Dorota Dorothy Douglas Duncan Edgar Edith Edoardo Eduardo Edward Edwin Egon Eileen Ekaterina Elaine Eleanor Elena Eli
Eliana Elias Elif Elisa Elisabeth Elizabeth Elke Ella Ellen Eloise Elvira Emanuele Emilia Emiliano Emilio Emily Emine Emma Emre
Enrique Eric Erica Erik Ernest Ernesto Esperanza Esteban Estelle Esther Ethan Eugene Eugenia Eugenio Eva Evelyn Ewa Fabian Fabio
Fatima Fatma Federica Federico Felicia Felipe Felix Ferdinand Fernando Filip Filippo Fiona Florian Frances Francesca Francesco
Francis Francisco Francois Franz Frauke Fred Frederick Freya Friederike Friedrich Gabriel Gabriela Gaetano Gareth Gary Genevieve
Geoffrey Georg George Gerald Gerard Gerda Gerhard Gertrude Gianluca Giorgio Giovanni Gisela Giulia Giuliana Giuseppe Gloria
Gonzalo Gordon Graciela Graham Grazia Gregory Greta Grzegorz Guadalupe Guido Guillermo Gulsen Gunther Gurpreet Gustav Gustavo
Hakan Halina Hanna Hannah Hannelore Hans Harold Harriet Harry Hartmut Hasan Hassan Heather Hector Hedwig Heidi Heiko Heinrich
Heinz Helen Helena Helga Hendrik Henriette Henrik Henry Herbert Herman Hermann Hilda Hiroshi Holger Horst Hortensia Howard Hugo
Huseyin Hussein Ian Ibrahim Ignacio Igor Ilaria Ilona Imran Ines Inga Inge Ingeborg Ingrid Irena Irene Irina Irma Isaac Isabel
Isabella Isabelle Ismail Ivan Jack Jacob Jacqueline Jacques Jadwiga Jake Jakub James Jamie Jan Jane Janet Janice Janina Janusz
Jaroslav Jasmin Jason Javier Jean Jeff Jeffrey Jennifer Jeremy Jerry Jerzy Jesse Jessica Jill Jim Jitka Joachim Joan Joanna
Joanne Jochen Joe Joern Johan Johann Johannes John Johnny Jonas Jonathan Joost Jorg Jorge Jose Josef Josefa Josefina Joseph
Josephine Joshua Joyce Juan Juanita Judith Judy Julia Julian Julie Julien Juliet Juliette Jurgen Justin Jutta Kaan Kamil Karen
Karim Karin Karl Karla Karolina Kasper Katarina Kate Katharina Katherine Kathleen Kathryn Kathy Katie Katja Katrina Kavita
Kazimierz Keith Kelly Kemal Kenji Kenneth Kerstin Kevin Khadija Khalid Kieran Kimberly Kirsten Kirstin Klaus Kristen Kristina
Krzysztof Kurt Kyle Lakshmi Larry Lars Laszlo Laura Lauren Laurence Lawrence Leah Leila Leo Leon Leonard Leonardo Leslie Leticia
Lewis Liam Liesbeth Lillian Linda Lisa Lois Lorena Lorenzo Lorraine Lothar Louis Louise Luca Lucas Lucia Luciano Lucy Ludmila
Ludwig Luigi Luis Luisa Lukas Lukasz Luke Lydia Lynn Maciej Magda Magdalena Mahmoud Malgorzata Manfred Manoj Manuel Marc Marcel
Marcelo Marcia Marcin Marco Marcus Marek Margaret Margarete Margarita Margit Maria Marian Mariana Mariano Maribel Maricela Marie
Marilyn Mario Marion Mariusz Marjorie Marlene Marlies Marta Martha Martin Martina Marvin Mary Massimo Mateo Mathew Matilda
Matteo Matthew Matthias Maureen Maurice Maurizio Mauro Maximilian Meera Megan Mehdi Mehmet Melanie Melissa Mercedes Meredith
Meryem Michael Michaela Michal Michele Michelle Miguel Mikhail Mildred Milena Miriam Mirko Mohamed Mohammad Mohammed Monica
Monika Moritz Muhammad Murat Mustafa Nadia Nadine Nancy Naomi Narendra Natalia Natalie Natasha Nathan Neha Neil Niamh Nicholas
Nicola Nicolas Nicole Nigel Nikhil Niklas Nikolai Nina Noemi Nora Noreen Norma Nuria Octavio Odile Olaf Oleksandr Olena Olga
Oliver Olivia Omar Orla Oscar Osman Otto Pablo Pamela Paola Pascal Pasquale Patricia Patrick Patrizia Paul Paula Pauline Paulo
Pavel Pawel Pedro Peggy Penelope Peter Petra Philip Philippe Phillip Phyllis Pierre Pilar Piotr Pooja Pradeep Prakash Priya
Rachel Rafael Rafal Rahul Raimund Rainer Raj Rajesh Rajiv Rakesh Ralph Ramesh Ramon Raquel Rashid Raul Ravi Raymond Rebecca
Regina Reinhard Renata Renate Renato Rene Ricardo Richard Rita Ritu Robert Roberta Roberto Rocio Rodney Rodrigo Roger Roisin
Roland Rolf Romain Ronald Rosa Rosalia Rosalie Rosario Roxanne Roy Ruben Rudolf Ruediger Ruslan Russell Ruth Ryan Ryszard Sabine
Sally Salvador Samantha Samuel Sandeep Sandra Sandro Sanjay Santiago Saoirse Sara Sarah Satish Scott Seamus Sean Sebastian Selim
Serge Sergei Sergio Serkan Sharon Sheila Shirley Shreya Siegfried Sigrid Silke Silvia Simon Simone Sinead Siobhan Slawomir Sofia
Solange Soledad Sonia Sophia Sophie Stanislaw Stefan Stefania Stefano Steffen Stella Stephanie Stephen Steve Steven Stuart Sunil
Sunita Suresh Susan Susana Susanne Suzanne Sven Svetlana Swati Sybille Sylvia Sylvie Tadeusz Takashi Tamara Tania Tanya Tariq
Tatiana Teodora Teresa Terry Thelma Theodore Theresa Thierry Thomas Thorsten Timoteo Timothy Tina Tiziana Tobias Todd Tom Tomas
Tomasz Tony Torsten Tracy Ubaldo Udo Ulrich Ulrike Umut Ursula Urszula Uwe Vaclav Valentin Valentina Valeria Valerie Vanessa
Vera Vicente Victor Vijay Vikram Viktor Vincent Vinod Vittoria Vivian Viviane Vladimir Volker Waldemar Walter Waltraud Wanda
Wayne Wendy Werner Wieslaw Wilhelm William Wilma Wojciech Wolfgang Xavier Xiomara Yannick Yasmin Yolanda Yuki Yusra Yusuf Yvette
Yvonne Zachary Zbigniew Zdenek Zeynep Zoe Zofia Zuzana`.split(/\s/),
);

/** Given names that are words, months or eponyms as well: only with a surname. */
export const AMBIGUOUS_GIVEN_NAMES: ReadonlySet<string> = new Set(
  `Ali April Austin Bill Bob Chad Chase Chris Dale Dawn Dean Drew Earl Faith Frank Grace Grant Hope Hugh Ivy Jay Jordan Joy June Kay
Kim Lee Lily Mark Marshall Matt Max Maxwell Mike Miles Nick Norman Pat Ray Rex Rob Robin Rose Ross Ruby Sam Ted Tim Todd Trevor
Georgia Virginia Florence Charlotte Victoria Iris Rosemary Angelica Veronica Alexis Carol Roman Milan Orlando Angelo Viola Aurora Gilbert Elsa Violet Ward Warren Wesley`.split(
    /\s/,
  ),
);

/** Chinese surnames in Pinyin that are neither an English word nor the first word of common herbs (Huang Qi, Bai Zhu). */
export const PINYIN_SURNAMES: ReadonlySet<string> = new Set(
  `Wang Li Zhang Liu Chen Yang Zhao Zhou Xu Zhu Luo Zheng Liang Xie Tang Deng Feng Cao Zeng Xiao Cai Pan Yuan Dong Lu Jiang Cui Zhong
Jia Xiong Xue Hou Meng Qin Qiu Qian Kong Shao Hao Gong`.split(/\s/),
);

/** One or two syllables of Pinyin: "Wei", "Xiaoming", "Guiying". */
export const PINYIN_GIVEN_NAME =
  /^(?:[BPMFDTNLGKHJQXRZCSYW]|Zh|Ch|Sh)(?:i?ang|i?ong|eng|ing|i?an|uan|en|in|un|i?ao|ai|ei|ou|ui|iu|ia|ie|ua|uo|ue|a|e|i|o|u)(?:-?(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])(?:i?ang|i?ong|eng|ing|i?an|uan|en|in|un|i?ao|ai|ei|ou|ui|iu|ia|ie|ua|uo|ue|a|e|i|o|u))?$/;
