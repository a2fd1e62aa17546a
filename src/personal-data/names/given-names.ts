/** Common given names of several languages that are hardly anything else in a medical text. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `Aaron Abdul Abdullah Abigail Abraham Ada Adam Adele Adrian Adriana Agnes Ahmad Ahmed Aisha Akira Alan Albert Alberto
Alejandra Alejandro Aleksander Alessandro Alex Alexander Alexandra Alexis Alfonso Alfred Alice Alicia Alison Allison Amanda
Amelia Amina Amir Amit Amy Ana Anastasia Andre Andrea Andreas Andrei Andrew Andrzej Angela Angelica Anil Anita Ann Anna Anne
Annette Annie Anthony Antoine Antonio Anton Arjun Arnold Arthur Arturo Asha Ashley Astrid Audrey Ayesha Barbara Barry Beatrice
Beatriz Benjamin Bernadette Bernard Bernhard Bertha Betty Beverly Birgit Bjorn Boris Bradley Brandon Brenda Brian Bridget Bruce
Bruno Bryan Camille Carla Carlos Carmen Carol Caroline Carolyn Catherine Cecilia Charlene Charles Charlotte Chloe Christian
Christina Christine Christopher Cindy Claire Clara Claudia Colin Connie Craig Cristina Cynthia Dan Daniel Daniela Danielle David
Deborah Debra Denise Dennis Derek Diana Diane Diego Dieter Dimitri Dmitri Dolores Dominic Donald Donna Dorothy Douglas Duncan
Edgar Edith Eduardo Edward Edwin Eileen Elaine Eleanor Elena Eli Elisabeth Elizabeth Ella Ellen Emily Emma Enrique Eric Erica Erik
Ernest Esther Ethan Eugene Eva Evelyn Fatima Felipe Felix Fernando Fiona Florence Frances Francesca Francesco Francis Francisco
Francois Franz Fred Frederick Friedrich Gabriel Gabriela Gareth Gary Geoffrey George Georgia Gerald Gerard Gertrude Giovanni
Giulia Giuseppe Gloria Gordon Graham Gregory Greta Guillermo Gunther Gustavo Hannah Hans Harold Harriet Harry Hassan Heather
Hector Heidi Heinrich Helen Helena Helga Henrik Henry Herbert Hiroshi Howard Hugo Hussein Ian Ibrahim Igor Ines Ingrid Irene Iris
Isaac Isabel Isabella Ivan Jack Jacob Jacqueline Jacques Jake James Jamie Jan Jane Janet Janice Jason Javier Jean Jeff Jeffrey
Jennifer Jeremy Jerry Jesse Jessica Jill Jim Joan Joanna Joanne Joe Johan Johann Johannes John Johnny Jonas Jonathan Jorge Jose
Josef Joseph Josephine Joshua Joyce Juan Juanita Judith Judy Julia Julian Julie Juliet Jurgen Justin Karen Karim Karin Karl Karla
Katarina Kate Katherine Kathleen Kathryn Kathy Katie Katrina Keith Kelly Kenji Kenneth Kevin Khalid Kimberly Klaus Kristen
Kristina Kurt Kyle Larry Lars Laura Lauren Laurence Lawrence Leah Leila Leo Leon Leonard Leonardo Leslie Lewis Liam Lillian Linda
Lisa Lois Lorenzo Lorraine Louis Louise Luca Lucas Lucia Lucy Luigi Luis Luke Lydia Lynn Magdalena Manuel Marc Marcel Marcia
Marco Marcus Margaret Margarita Maria Marian Mariana Marie Marilyn Mario Marion Marjorie Marta Martha Martin Martina Marvin Mary
Mateo Mathew Matteo Matthew Matthias Maureen Maurice Megan Mehmet Melanie Melissa Mercedes Meredith Michael Michaela Michelle
Miguel Mikhail Mildred Miriam Mohamed Mohammad Mohammed Monica Monika Muhammad Mustafa Nadia Nancy Naomi Natalia Natalie Natasha
Nathan Neil Nicholas Nicola Nicole Nigel Nina Nora Norma Olga Oliver Olivia Omar Oscar Otto Pablo Pamela Patricia Patrick Paul
Paula Paulo Pauline Pedro Peggy Penelope Peter Philip Philippe Phillip Phyllis Pierre Piotr Priya Rachel Rafael Rajesh Ralph Ramon
Raquel Rashid Raul Raymond Rebecca Regina Renata Ricardo Richard Rita Robert Roberta Roberto Rodney Rodrigo Roger Roland Ronald
Rosa Rosemary Roxanne Roy Ruben Rudolf Russell Ruth Ryan Sabine Sally Salvador Samantha Samuel Sandra Sanjay Sara Sarah Scott Sean
Sebastian Sergei Sergio Sharon Sheila Shirley Sigrid Simon Simone Sofia Sonia Sophia Sophie Stefan Stella Stephanie Stephen Steve
Steven Stuart Sunil Suresh Susan Susanne Suzanne Svetlana Sven Sylvia Takashi Tamara Tanya Tariq Tatiana Teresa Terry Thelma
Theodore Theresa Thomas Timothy Tina Tobias Todd Tom Tomas Tomasz Tony Tracy Ulrich Ursula Valentina Valerie Vanessa Vera Veronica
Victor Victoria Viktor Vijay Vincent Virginia Vivian Vladimir Walter Wanda Wayne Wendy Werner Wilhelm William Wolfgang Xavier
Yolanda Yuki Yusuf Yvonne Zachary Zoe`.split(/\s/),
);

/** Given names that are words, months or eponyms as well: only with a surname. */
export const AMBIGUOUS_GIVEN_NAMES: ReadonlySet<string> = new Set(
  `Ali April Austin Bill Bob Chad Chase Chris Dale Dawn Dean Drew Earl Faith Frank Grace Grant Hope Hugh Ivy Jay Jordan Joy June Kay
Kim Lee Lily Mark Marshall Matt Max Maxwell Mike Miles Nick Norman Pat Ray Rex Rob Robin Rose Ross Ruby Sam Ted Tim Todd Trevor
Violet Ward Warren Wesley`.split(/\s/),
);

/** Chinese surnames in Pinyin that are no English word. */
export const PINYIN_SURNAMES: ReadonlySet<string> = new Set(
  `Wang Li Zhang Liu Chen Yang Zhao Huang Zhou Wu Xu Zhu Gao Luo Zheng Liang Xie Tang Deng Feng Cao Zeng Xiao Cai Pan Yuan Dong Yu
Su Ye Lu Jiang Cui Zhong Tan Wei Jia Xiong Jin Xue Hou Bai Meng Qin Qiu Jiang Yin Qian Kong Shao Shi Hao Gong Wen Tian Fu`.split(
    /\s/,
  ),
);

/** One or two syllables of Pinyin: "Wei", "Xiaoming", "Guiying". */
export const PINYIN_GIVEN_NAME =
  /^(?:[BPMFDTNLGKHJQXRZCSYW]|Zh|Ch|Sh)(?:i?ang|i?ong|eng|ing|i?an|uan|en|in|un|i?ao|ai|ei|ou|ui|iu|ia|ie|ua|uo|ue|a|e|i|o|u)(?:-?(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])(?:i?ang|i?ong|eng|ing|i?an|uan|en|in|un|i?ao|ai|ei|ou|ui|iu|ia|ie|ua|uo|ue|a|e|i|o|u))?$/;
